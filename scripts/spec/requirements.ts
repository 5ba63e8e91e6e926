import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../start/root.ts'

/** A row of the requirements, or a rule of the sync or upload documents. */
export interface Requirement {
  id: string
  /** Area in the table; `sync` and `upload` for rules. */
  area: string
  text: string
}

/** Rows of requirements.tsv: id, doc, area, kind, requirement, source. */
export const parseTable = (tsv: string): Requirement[] =>
  tsv
    .trim()
    .split(/\r?\n/)
    .slice(1)
    .map((row) => {
      const [id = '', , area = '', , text = ''] = row.split('\t')
      return { id, area, text }
    })

/** Rules written as `- S1. text` in a document. */
export const parseRules = (markdown: string, area: string): Requirement[] =>
  [...markdown.matchAll(/^- ([A-Z]\d+)\. (.+)$/gm)].map(([, id = '', text = '']) => ({ id, area, text }))

/** All requirements of the product, from the shared specification if it exists, else from docs/spec. */
export function readRequirements(root = ROOT): Requirement[] {
  const read = (folder: string, name: string): string => {
    const shared = join(root, '../shared', folder, name)
    return readFileSync(existsSync(shared) ? shared : join(root, 'docs/spec', name), 'utf8')
  }
  return [
    ...parseTable(read('spec', 'requirements.tsv')),
    ...parseRules(read('design', 'sync-rules.md'), 'sync'),
    ...parseRules(read('design', 'upload-protocol.md'), 'upload'),
  ]
}
