import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { tableRows } from '#scripts/quality/markdown.ts'
import { ROOT } from '#scripts/start/root.ts'

/** One call of docs/spec/calls.md. */
export interface DocumentedCall {
  number: number
  method: string
  /** Without a leading slash; a proposed path stands after an arrow. */
  path: string
  /** The column “Response data”, as it is written there. */
  answer: string
}

/** Every call of the documents, by its number. */
export const documentedCalls: ReadonlyMap<number, DocumentedCall> = new Map(
  tableRows(readFileSync(join(ROOT, 'docs/spec/calls.md'), 'utf8'))
    .filter((row) => /^\d+$/.test(row[0] ?? '') && /^(GET|POST)$/.test(row[1] ?? ''))
    .map(([number, method = '', path = '', _request, answer = '']) => [
      Number(number),
      {
        number: Number(number),
        method,
        path: (/→ ([^\s)]+)/.exec(path)?.[1] ?? path.replace(/ .*$/, '')).replace('{prefix}', 'api/cebest-cms'),
        answer,
      },
    ]),
)
