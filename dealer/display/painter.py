"""Which function draws which screen."""

from dealer.display.aiming import draw_setup
from dealer.display.canvas import Canvas
from dealer.display.ending import draw_end
from dealer.display.menus import draw_menu, draw_message, draw_trouble
from dealer.display.pages import Pages
from dealer.display.play import draw_play
from dealer.display.questions import draw_correction, draw_picture, draw_question
from dealer.display.reading import draw_rules
from dealer.display.screens import (
    CorrectionScreen,
    EndScreen,
    GamesScreen,
    MenuScreen,
    MessageScreen,
    PictureScreen,
    PlayScreen,
    QuestionScreen,
    RulesScreen,
    Screen,
    SetupScreen,
    StartScreen,
    TroubleScreen,
)
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
        case EndScreen():
            return draw_end(canvas, screen, page=page, held=held)
        case StartScreen():
            draw_start(canvas, screen, held=held)
        case GamesScreen():
            draw_games(canvas, screen, held=held)
        case SetupScreen():
            draw_setup(canvas, screen, held=held)
        case MessageScreen():
            draw_message(canvas, screen, held=held)
        case TroubleScreen():
            draw_trouble(canvas, screen, held=held)
    return None
