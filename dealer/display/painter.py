"""Which function draws which screen."""

from dealer.display.aiming import draw_setup
from dealer.display.canvas import Canvas
from dealer.display.checkup import draw_checkup
from dealer.display.ending import draw_end
from dealer.display.evening_charts import draw_chart
from dealer.display.evening_figures import draw_figures
from dealer.display.evening_form import draw_form
from dealer.display.evening_rows import draw_rows
from dealer.display.evening_sheets import draw_sheet
from dealer.display.menus import draw_menu, draw_message, draw_trouble
from dealer.display.pages import Pages
from dealer.display.phones import draw_phones
from dealer.display.play import draw_play
from dealer.display.questions import draw_correction, draw_picture, draw_question
from dealer.display.reading import draw_rules
from dealer.display.screens import (
    ChartScreen,
    CheckupScreen,
    CorrectionScreen,
    EndScreen,
    FiguresScreen,
    FormScreen,
    GamesScreen,
    KeyboardScreen,
    MenuScreen,
    MessageScreen,
    PhonesScreen,
    PictureScreen,
    PlayScreen,
    QuestionScreen,
    RowsScreen,
    RulesScreen,
    Screen,
    SetupScreen,
    SheetScreen,
    StartScreen,
    TroubleScreen,
    WhoScreen,
)
from dealer.display.seating import draw_keyboard, draw_who
from dealer.display.starting import draw_games, draw_start
from dealer.presses import Button


def paint(canvas: Canvas, screen: Screen, *, page: int = 0, held: frozenset[Button] = frozenset()) -> Pages | None:
    """Draw a screen from scratch. Returns the pages, where there are some."""
    canvas.clear()
    match screen:
        case PlayScreen():
            return draw_play(canvas, screen, page=page, held=held)
        case QuestionScreen():
            draw_question(canvas, screen, held=held)
        case CorrectionScreen():
            draw_correction(canvas, screen, held=held)
        case PictureScreen():
            draw_picture(canvas, screen, held=held)
        case MenuScreen():
            draw_menu(canvas, screen, held=held)
        case RulesScreen():
            draw_rules(canvas, screen, held=held)
        case PhonesScreen():
            draw_phones(canvas, screen, held=held)
        case EndScreen():
            return draw_end(canvas, screen, page=page, held=held)
        case StartScreen():
            draw_start(canvas, screen, held=held)
        case WhoScreen():
            draw_who(canvas, screen, held=held)
        case KeyboardScreen():
            draw_keyboard(canvas, screen, held=held)
        case GamesScreen():
            draw_games(canvas, screen, held=held)
        case SetupScreen():
            draw_setup(canvas, screen, held=held)
        case MessageScreen():
            draw_message(canvas, screen, held=held)
        case TroubleScreen():
            draw_trouble(canvas, screen, held=held)
        case CheckupScreen():
            draw_checkup(canvas, screen, held=held)
        case RowsScreen():
            draw_rows(canvas, screen, held=held)
        case ChartScreen():
            draw_chart(canvas, screen, held=held)
        case FiguresScreen():
            draw_figures(canvas, screen, held=held)
        case SheetScreen():
            draw_sheet(canvas, screen, held=held)
        case FormScreen():
            draw_form(canvas, screen, held=held)
    return None
