"""What cards do, as a small language of a game's own: written in YAML, checked, and told in words.

A card's `effects:` is the only definition of what it does. Here is what every such language has in common; a
game brings its words (`Vocabulary`), each one class with its arguments, what it says and what it does side
by side, so that the printed text and the game cannot disagree. Nothing here knows any of them.
"""

from cardgen.source.effects.of_kits import kit_effects
from cardgen.source.effects.verbs import Reader, Value, Verb, Words, arg, many, number, one, one_of, shown
from cardgen.source.effects.vocabulary import Effects, Part, Vocabulary, Written, words_of
from cardgen.source.leaves import YES_NO, whole
