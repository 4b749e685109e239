# Makes inter.woff2 of InterVariable.woff2, as the package inter-ui 4.1.1 has it: the signs of Latin languages and those
# that the terminal draws, weights from 400 to 700, and figures of one width wherever they are drawn, in a canvas too.
#
#   pip install fonttools==4.68.0 brotli==1.2.1
#   python inter.py InterVariable.woff2

import io
import sys
from pathlib import Path

from fontTools import subset
from fontTools.ttLib import TTFont
from fontTools.varLib.instancer import instantiateVariableFont

SIGNS = "…×−–’÷”“—·→←↑↓⌘≤≥≈≠™⁻Σ‘‚„•‹›€∞"

font = instantiateVariableFont(TTFont(sys.argv[1]), {"opsz": 14, "wght": (400, 400, 700)})
features = font["GSUB"].table
[lookup] = {i for record in features.FeatureList.FeatureRecord if record.FeatureTag == "tnum" for i in record.Feature.LookupListIndex}
same_width = {}
for table in features.LookupList.Lookup[lookup].SubTable:
    same_width |= getattr(table, "ExtSubTable", table).mapping
for table in font["cmap"].tables:
    if not table.isUnicode():
        continue
    for figure in b"0123456789":
        table.cmap[figure] = same_width.get(table.cmap[figure], table.cmap[figure])

# Read anew: what is varied knows its glyphs by the names of before.
written = io.BytesIO()
font.save(written)
font = TTFont(written)
options = subset.Options(flavor="woff2", hinting=False, layout_features=["kern", "ccmp"], name_IDs=[0, 1, 2, 13, 14])
options.drop_tables += ["STAT"]
maker = subset.Subsetter(options)
maker.populate(unicodes=[*range(0x20, 0x7F), *range(0xA0, 0x180), *map(ord, SIGNS)])
maker.subset(font)
font.flavor = "woff2"
font.save(Path(__file__).parent / "inter.woff2")
