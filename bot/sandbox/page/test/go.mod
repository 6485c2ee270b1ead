// A module of its own, so that go:embed leaves the page's tests out of the program.
module kumpas/bot/sandbox/page/test
