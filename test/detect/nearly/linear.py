"""Options with LTL formulas, the same for both languages. A class that uses it has r, note, maybe and linear(form),
too."""


class Linear:
    FORMS = ["[] <> ({})", "<> [] ({})", "[] (({}) -> <> ({}))", "({}) U ({})", "<> ({})",
             "([] <> ({})) || ([] <> ({}))", "([] <> ({})) -> ([] <> ({}))"]

    def linear_options(self):
        """One formula or two, mostly under fairness."""
        self.note("o.ltl")
        options = ["--ltl=" + self.linear(self.r.choice(self.FORMS)) for _ in range(self.r.choice([1, 1, 2]))]
        if self.maybe(0.7):
            self.note("o.fair_ltl")
            options.append("--fair=" + self.r.choice(["weak", "strong"]))
        return options
