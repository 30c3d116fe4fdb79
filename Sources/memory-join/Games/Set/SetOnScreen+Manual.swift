import Protocol

extension SetOnScreen {
    static var manual: ManualChapter {
        ManualChapter(
            "SET",
            [
                """
                Choose it under Game in the form, or start with `--game set`. Select a card with the arrow keys and the space \
                bar, by the letter beside it, or with a click. Select it again to deselect it; the third card claims the \
                set. `+` asks for three more cards, and `r` shuffles the table; otherwise each card keeps its row and column \
                until it is taken.
                """,
                """
                With `1` or `--enter-claims`, Enter claims the three selected cards; with `2` or `--mark-colors`, letters show \
                the colours, too. The form offers both. In plain text, `open set` and `join set` begin a match, `take 1 5 9` \
                claims three cards, and `rules set` explains the game.
                """,
            ])
    }
}
