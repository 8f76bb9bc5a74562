/* Questions about channels, of every kind. */
chan q = [2] of { byte };
byte seen;
active proctype P()
{
    do
    :: nfull(q) -> q!1; seen = 0
    :: nempty(q) -> q?_; seen = 0
    :: empty(q) -> seen = 1
    :: full(q) -> seen = 2
    od
}
