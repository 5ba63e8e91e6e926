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

const textsIn = (pairs: readonly FieldPair[] | undefined): EntryTexts =>
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
  const [toNow, setToNow] = useState(false)
  const own = useRead('content.revision', { classId, id, revisionId }, { quiet: true })
  const other = useRead(
    'content.revision',
    { classId, id, revisionId: beforeId },
    { quiet: true, enabled: beforeId !== 0 },
  )
  const mine = textsIn(own.data?.fields)
  const [from, to] = toNow ? [mine, loaded.texts] : [textsIn(other.data?.fields), mine]
  const words = useEntryWords(loaded.fields, loaded.column.siteId, [from, to])
  const error = own.error ?? (beforeId !== 0 ? other.error : null)
  if (error) return <ErrorState error={error} onRetry={() => void own.refetch()} />
  if (!own.data || (beforeId !== 0 && !other.data)) return <LoadingState />

  const changed = loaded.fields.filter(({ fieldName }) => (from[fieldName] ?? '') !== (to[fieldName] ?? ''))
  return (
    <div className={styles.root}>
      <Switch
        label={`与当前内容比较：${toNow ? '开' : '关，与上一版本比较'}`}
        checked={toNow}
        onChange={(_event, data) => setToNow(data.checked)}
      />
      {changed.length === 0 && <Text>{toNow ? '与当前内容相同' : '该版本没有字段改动'}</Text>}
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
