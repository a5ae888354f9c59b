"""One game at the table: views and presses come in; journal entries, prompts and events go out. It knows no device."""
