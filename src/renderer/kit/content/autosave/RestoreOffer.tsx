import { Button, makeStyles, Text, tokens } from '@fluentui/react-components'
import { HistoryRegular } from '@fluentui/react-icons'
import { AUTOSAVE } from '#renderer/text/contentForm.ts'
import type { LoadedEntry } from '../form/loadEntry.ts'
import { useEntryWords } from '../values/useEntryWords.ts'
import type { EntryDraft } from './entryDraft.ts'

const useStyles = makeStyles({
  root: { display: 'grid', gap: tokens.spacingVerticalM, paddingBlock: tokens.spacingVerticalM },
  head: { display: 'flex', gap: tokens.spacingHorizontalS, alignItems: 'center' },
  icon: { flexShrink: 0 },
  list: { display: 'grid', gap: tokens.spacingVerticalS, margin: 0 },
  name: { color: tokens.colorNeutralForeground3 },
  text: {
    margin: 0,
    maxHeight: '96px',
    overflowY: 'auto',
    whiteSpace: 'pre-wrap',
    overflowWrap: 'anywhere',
  },
  buttons: { display: 'flex', flexWrap: 'wrap', gap: tokens.spacingHorizontalS },
})

interface Props {
  loaded: LoadedEntry
  draft: EntryDraft
  /** How many more wait behind this one. */
  others: number
  onRestore: () => void
  /** Opens the form without it, and asks again the next time. */
  onLater: () => void
  onDiscard: () => void
}

/** Before the form: what was typed into it and not saved, and the choice to go on with it. */
export function RestoreOffer({ loaded, draft, others, onRestore, onLater, onDiscard }: Props) {
  const styles = useStyles()
  const words = useEntryWords(loaded.fields, loaded.column.siteId)
  const changed = loaded.fields.filter(
    ({ fieldName }) => fieldName in draft.values && draft.values[fieldName] !== (draft.base[fieldName] ?? ''),
  )
  return (
    <section className={styles.root} aria-label={AUTOSAVE.title}>
      <div className={styles.head}>
        <HistoryRegular fontSize={24} className={styles.icon} />
        <Text>
          {AUTOSAVE.text(draft.savedAt)}
          {draft.version !== loaded.version && AUTOSAVE.older}
          {others > 0 && AUTOSAVE.others(others)}
        </Text>
      </div>
      <dl className={styles.list}>
        {changed.map((field) => (
          <div key={field.fieldName}>
            <dt className={styles.name}>{field.fieldAlias || field.fieldName}</dt>
            <dd className={styles.text}>{words(field, draft.values[field.fieldName] ?? '') || '（空）'}</dd>
          </div>
        ))}
      </dl>
      <div className={styles.buttons}>
        <Button appearance="primary" onClick={onRestore}>
          {AUTOSAVE.restore}
        </Button>
        <Button onClick={onLater}>{AUTOSAVE.later}</Button>
        <Button onClick={onDiscard}>{AUTOSAVE.discard}</Button>
      </div>
    </section>
  )
}
