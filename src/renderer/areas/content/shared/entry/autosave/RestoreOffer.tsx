import { Button, makeStyles, Text, tokens } from '@fluentui/react-components'
import { HistoryRegular } from '@fluentui/react-icons'
import { AUTOSAVE } from '#renderer/areas/content/shared/entry/text.ts'
import { useConfirm } from '#renderer/ui/dialogs/useConfirm.ts'
import { useCopy } from '#renderer/ui/feedback/useCopy.ts'
import type { OpenEntry } from '../form/useOpenEntry.ts'
import { useEntryWords } from '#renderer/features/entry/useEntryWords.ts'
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
  open: OpenEntry
  draft: EntryDraft
  onRestore: () => void
  /** Opens the form without it, and asks again the next time. */
  onLater: () => void
  onDiscard: () => void
}

/**
 * Before the form: what was typed into it and not saved, and the choice to go on with it; as a new entry, where the one
 * that it was typed into is gone.
 */
export function RestoreOffer({ open: { loaded, others, isGone }, draft, onRestore, onLater, onDiscard }: Props) {
  const styles = useStyles()
  const copy = useCopy()
  const confirm = useConfirm()
  const words = useEntryWords(loaded.fields, loaded.column.siteId, [draft.values])
  const changed = loaded.fields.filter(
    ({ fieldName }) => fieldName in draft.values && draft.values[fieldName] !== (draft.base[fieldName] ?? ''),
  )
  const said = changed.map((field) => ({
    name: field.fieldAlias || field.fieldName,
    text: words(field, draft.values[field.fieldName] ?? ''),
  }))
  const discard = async (): Promise<void> => {
    // The entry is gone, so this draft is the only copy of the text.
    if (!isGone || (await confirm({ ...AUTOSAVE.loseGone, danger: true }))) onDiscard()
  }
  return (
    <section className={styles.root} aria-label={AUTOSAVE.title}>
      <div className={styles.head}>
        <HistoryRegular fontSize={24} className={styles.icon} />
        <Text>
          {isGone ? AUTOSAVE.gone(draft.savedAt) : AUTOSAVE.text(draft.savedAt)}
          {!isGone && draft.version !== loaded.version && AUTOSAVE.older}
          {others > 0 && AUTOSAVE.others(others)}
        </Text>
      </div>
      <dl className={styles.list}>
        {said.map(({ name, text }) => (
          <div key={name}>
            <dt className={styles.name}>{name}</dt>
            <dd className={styles.text}>{text || '（空）'}</dd>
          </div>
        ))}
      </dl>
      <div className={styles.buttons}>
        <Button appearance="primary" onClick={onRestore}>
          {isGone ? AUTOSAVE.restoreGone : AUTOSAVE.restore}
        </Button>
        {isGone ? (
          <Button onClick={() => void copy('文字', said.map(({ name, text }) => `${name}：${text}`).join('\n'))}>
            {AUTOSAVE.copy}
          </Button>
        ) : (
          <Button onClick={onLater}>{AUTOSAVE.later}</Button>
        )}
        <Button onClick={() => void discard()}>{AUTOSAVE.discard}</Button>
      </div>
    </section>
  )
}
