import { useMemo } from 'react'
import type { MenuField } from '#shared/contract/column.ts'
import { OPTIONS_LIMIT } from '#shared/contract/content.ts'
import { choicesIn } from '#shared/domain/contentFields.ts'
import { entryText } from '#shared/domain/entry.ts'
import { readRelation } from '#shared/domain/relationContent.ts'
import { useReads } from '#renderer/data/useReads.ts'
import { inParts } from '#shared/util/lists.ts'
import { useSame } from './useSame.ts'

/** What an entry that a field names is called: … until the answer is there, its number when it can't be found. */
export type EntryTitle = (fieldName: string, id: string) => string

type Row = Readonly<Record<string, unknown>>

/** Ids in the texts of a field, each once and in their order, so that a page sorted anew asks nothing anew. */
function idsIn(rows: readonly Row[], { fieldName }: MenuField): number[] {
  const ids = new Set(rows.flatMap((row) => choicesIn(entryText(row, fieldName)).map(Number)))
  return [...ids].filter((id) => Number.isSafeInteger(id) && id > 0).toSorted((a, b) => a - b)
}

/** Titles of the entries that the RelationContent fields of the rows name, wherever they stand: one call per field. */
export function useEntryTitles(fields: readonly MenuField[], siteId: number, rows: readonly Row[]): EntryTitle {
  const relations = useMemo(() => fields.filter(({ fieldType }) => fieldType === 'RelationContent'), [fields])
  // Of the relations, in their order, as texts: rows that are read again mostly name the same.
  const named = useSame(relations.map((field) => idsIn(rows, field).join(',')))
  const asked = useMemo(
    () =>
      relations.flatMap(({ fieldName, relationMark, defaultValue }, at) =>
        inParts(choicesIn(named[at] ?? '').map(Number), OPTIONS_LIMIT).map((idList) => ({
          name: fieldName,
          input: { siteId, ...readRelation(relationMark, defaultValue), idList },
        })),
      ),
    [relations, named, siteId],
  )
  const reads = useReads(
    'content.selectOptions',
    asked.map(({ input }) => input),
  )
  const answers = useSame(reads.map(({ data }) => data))
  // Without an answer nothing is known, and nothing more comes.
  const failed = useSame(reads.map(({ isError }) => isError))
  return useMemo(() => {
    const titles = new Map<string, Readonly<Record<string, string>>>()
    const waiting = new Set<string>()
    for (const [at, { name }] of asked.entries()) {
      titles.set(name, { ...titles.get(name), ...answers[at] })
      if (!answers[at] && !failed[at]) waiting.add(name)
    }
    return (name, id) => titles.get(name)?.[id] || (waiting.has(name) ? '…' : `编号 ${id}`)
  }, [asked, answers, failed])
}
