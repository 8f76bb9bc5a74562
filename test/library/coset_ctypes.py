"""The structures and functions of coset/coset.h that the tests need, for ctypes."""
import ctypes as c

PLAIN = 0xFFFFFFFF
HOLDS, DEADLOCK, SAFETY, REFINEMENT, INCOMPLETE, USAGE, MODEL, NO_INPUT, INTERNAL, RESOURCES = \
    0, 11, 12, 15, 20, 64, 65, 66, 70, 71


class Setting(c.Structure):
    _fields_ = [("key", c.c_char_p), ("value", c.c_char_p)]


class Place(c.Structure):
    _fields_ = [("file", c.c_char_p), ("line", c.c_uint32), ("column", c.c_uint32)]


class Property(c.Structure):
    _fields_ = [("name", c.c_char_p), ("kind", c.c_char_p), ("at", Place)]


class Note(c.Structure):
    _fields_ = [("severity", c.c_char_p), ("code", c.c_char_p), ("text", c.c_char_p), ("help", c.c_char_p),
                ("at", Place)]


class Now(c.Structure):
    _fields_ = [("depth", c.c_uint32), ("representatives", c.c_uint64), ("transitions", c.c_uint64),
                ("queue", c.c_uint64), ("states", c.c_double), ("seconds", c.c_double), ("memory", c.c_uint64),
                ("memory_limit", c.c_uint64)]


class Totals(c.Structure):
    _fields_ = [("representatives", c.c_char_p), ("states", c.c_char_p), ("transitions", c.c_char_p),
                ("full_transitions", c.c_char_p), ("group_order", c.c_char_p), ("strategy", c.c_char_p),
                ("depth", c.c_uint32), ("seconds", c.c_double), ("peak_bytes", c.c_uint64)]


class Finding(c.Structure):
    _fields_ = [("property", Property), ("verdict", c.c_char_p), ("reason", c.c_char_p), ("instance", c.c_char_p),
                ("steps", c.c_size_t), ("loop", c.c_long)]


class Step(c.Structure):
    _fields_ = [("rule", c.c_char_p), ("action", c.c_char_p), ("at", Place), ("fault", c.c_char_p),
                ("text", c.c_char_p), ("changes", c.c_size_t)]


class Change(c.Structure):
    _fields_ = [("variable", c.c_char_p), ("value", c.c_char_p)]


class Type(c.Structure):
    _fields_ = [("name", c.c_char_p), ("n", c.c_uint32), ("elements", c.POINTER(c.c_char_p))]


class Range(c.Structure):
    _fields_ = [("type", c.c_uint32), ("n", c.c_uint32)]


class Variable(c.Structure):
    _fields_ = [("name", c.c_char_p), ("max", c.c_uint32), ("type", c.c_uint32), ("first", c.c_uint32),
                ("n_ranges", c.c_uint32), ("ranges", c.POINTER(Range))]


class Rule(c.Structure):
    _fields_ = [("name", c.c_char_p), ("n_params", c.c_uint32), ("params", c.POINTER(Range))]


class GivenProperty(c.Structure):
    _fields_ = [("name", c.c_char_p), ("kind", c.c_int), ("not_symmetric", c.c_int)]


Words = c.POINTER(c.c_uint32)
Emit = c.CFUNCTYPE(None, c.c_void_p, c.c_uint32, Words, Words)
Starts = c.CFUNCTYPE(c.c_int, c.c_void_p, Emit, c.c_void_p)
Successors = c.CFUNCTYPE(c.c_int, c.c_void_p, Words, Emit, c.c_void_p)
Holds = c.CFUNCTYPE(c.c_int, c.c_void_p, c.c_uint32, Words)
MayEnd = c.CFUNCTYPE(c.c_int, c.c_void_p, Words)
OnProgress = c.CFUNCTYPE(c.c_int, c.c_void_p, c.POINTER(Now))
OnNote = c.CFUNCTYPE(None, c.c_void_p, c.POINTER(Note))


class Given(c.Structure):
    _fields_ = [("name", c.c_char_p), ("n_types", c.c_uint32), ("n_variables", c.c_uint32), ("n_rules", c.c_uint32),
                ("n_properties", c.c_uint32), ("types", c.POINTER(Type)), ("variables", c.POINTER(Variable)),
                ("rules", c.POINTER(Rule)), ("properties", c.POINTER(GivenProperty)), ("ctx", c.c_void_p),
                ("parallel", c.c_int), ("starts", Starts), ("successors", Successors), ("holds", Holds),
                ("may_end", MayEnd)]


def load(path, kind=c.CDLL):
    lib = kind(path)
    handle, index, out = c.c_void_p, c.c_size_t, c.POINTER(c.c_void_p)
    settings = c.POINTER(Setting)
    for name, result, arguments in [
            ("version", c.c_char_p, []),
            ("open", c.c_int, [c.c_char_p, settings, out]),
            ("open_text", c.c_int, [c.c_char_p, c.c_char_p, index, settings, out]),
            ("open_given", c.c_int, [c.POINTER(Given), settings, out]),
            ("close", None, [handle]),
            ("problem_code", c.c_int, [handle]),
            ("problem_reason", c.c_char_p, [handle]),
            ("problem_language", c.c_char_p, [handle]),
            ("problem_properties", index, [handle]),
            ("problem_property", c.c_int, [handle, index, c.POINTER(Property)]),
            ("problem_notes", None, [handle, OnNote, c.c_void_p]),
            ("run", c.c_int, [handle, OnProgress, c.c_void_p, out]),
            ("cancel", None, [handle]),
            ("answer_free", None, [handle]),
            ("answer_code", c.c_int, [handle]),
            ("answer_exhaustive", c.c_int, [handle]),
            ("answer_reason", c.c_char_p, [handle]),
            ("answer_json", c.c_char_p, [handle]),
            ("answer_log", c.c_char_p, [handle]),
            ("answer_notes", None, [handle, OnNote, c.c_void_p]),
            ("answer_totals", c.c_int, [handle, c.POINTER(Totals)]),
            ("answer_findings", index, [handle]),
            ("answer_finding", c.c_int, [handle, index, c.POINTER(Finding)]),
            ("answer_step", c.c_int, [handle, index, index, c.POINTER(Step)]),
            ("answer_change", c.c_int, [handle, index, index, index, c.POINTER(Change)])]:
        function = getattr(lib, "coset_" + name)
        function.restype, function.argtypes = result, arguments
    return lib
