import { makeStyles, Subtitle2, Switch, Text, tokens } from '@fluentui/react-components'
import { useState } from 'react'
import type { FieldPair } from '#shared/contract/content.ts'
import { fieldTitle } from '#shared/domain/contentFields.ts'
import { useRead } from '#renderer/data/useRead.ts'
import { useEntryWords } from '#renderer/features/entry/useEntryWords.ts'
import type { EntryTexts } from '#renderer/features/entry/values.ts'
import { DifferenceText } from '#renderer/ui/diff/DifferenceText.tsx'
import { ErrorState, LoadingState } from '#renderer/ui/feedback/States.tsx'
import type { LoadedEntry } from '../form/loadEntry.ts'

const useStyles = makeStyles({
  root: { display: 'grid', gap: tokens.spacingVerticalM, alignContent: 'start' },
  field: { display: 'grid', gap: tokens.spacingVerticalXS },
  title: { margin: 0, overflowWrap: 'anywhere' },
})

const toTexts = (pairs: readonly FieldPair[] | undefined): EntryTexts =>
  Object.fromEntries((pairs ?? []).map(({ fieldName, fieldValue }) => [fieldName, fieldValue]))

interface Props {
  loaded: LoadedEntry
  revisionId: number
  /** The previous revision; 0 without one. */
  beforeId: number
}

/** The changes of a revision by field, or its differences to the current entry. */
export function RevisionChanges({ loaded, revisionId, beforeId }: Props) {
  const styles = useStyles()
  const { classId, id } = loaded
  const [comparesToCurrent, setComparesToCurrent] = useState(false)
  const revision = useRead('content.revision', { classId, id, revisionId }, { quiet: true })
  const predecessor = useRead(
    'content.revision',
    { classId, id, revisionId: beforeId },
    { quiet: true, enabled: beforeId !== 0 },
  )
  const revisionTexts = toTexts(revision.data?.fields)
  const [from, to] = comparesToCurrent
    ? [revisionTexts, loaded.texts]
    : [toTexts(predecessor.data?.fields), revisionTexts]
  const words = useEntryWords(loaded.fields, loaded.column.siteId, [from, to])
  const error = revision.error ?? (beforeId !== 0 ? predecessor.error : null)
  if (error) return <ErrorState error={error} onRetry={() => void revision.refetch()} />
  if (!revision.data || (beforeId !== 0 && !predecessor.data)) return <LoadingState />

  const changed = loaded.fields.filter(({ fieldName }) => (from[fieldName] ?? '') !== (to[fieldName] ?? ''))
  return (
    <div className={styles.root}>
      <Switch
        label={`与当前内容比较：${comparesToCurrent ? '开' : '关，与上一版本比较'}`}
        checked={comparesToCurrent}
        onChange={(_event, data) => setComparesToCurrent(data.checked)}
      />
      {changed.length === 0 && <Text>{comparesToCurrent ? '与当前内容相同' : '该版本没有字段改动'}</Text>}
      {changed.map((field) => (
        <section key={field.fieldName} className={styles.field} aria-label={fieldTitle(field)}>
          <Subtitle2 as="h3" className={styles.title}>
            {fieldTitle(field)}
          </Subtitle2>
          <DifferenceText
            before={words(field, from[field.fieldName] ?? '')}
            after={words(field, to[field.fieldName] ?? '')}
          />
        </section>
      ))}
    </div>
  )
}
