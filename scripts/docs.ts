/** Writes the reference pages of docs/ from the schemas: `npm run docs`. */
import { writeFileSync } from "node:fs";
import { referencePages } from "./reference-pages.ts";

for (const [file, text] of referencePages()) writeFileSync(file, text);
