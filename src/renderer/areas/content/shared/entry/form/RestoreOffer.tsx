import { Button, makeStyles, Text, tokens } from '@fluentui/react-components'
import { HistoryRegular } from '@fluentui/react-icons'
import { useConfirm } from '#renderer/ui/dialogs/useConfirm.ts'
import { useCopy } from '#renderer/ui/feedback/useCopy.ts'
import type { OpenEntry } from './useOpenEntry.ts'
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
  /** Opens the form without the draft; the offer appears again the next time. */
  onLater: () => void
  onDiscard: () => void
}

/**
 * Shown before the form: offers to restore an unsaved draft. The draft of a deleted entry can be opened as a new entry.
 */
export function RestoreOffer({ open: { loaded, others, isGone }, draft, onRestore, onLater, onDiscard }: Props) {
  const styles = useStyles()
  const copy = useCopy()
  const confirm = useConfirm()
  const words = useEntryWords(loaded.fields, loaded.column.siteId, [draft.values])
  const changedFields = loaded.fields.filter(
    ({ fieldName }) => fieldName in draft.values && draft.values[fieldName] !== (draft.base[fieldName] ?? ''),
  )
  const changedTexts = changedFields.map((field) => ({
    name: field.fieldAlias || field.fieldName,
    text: words(field, draft.values[field.fieldName] ?? ''),
  }))
  const discard = async (): Promise<void> => {
    // The entry is deleted, so this draft is the only copy of the text.
    if (
      !isGone ||
      (await confirm({
        title: '放弃暂存的内容',
        text: '该内容已从服务器删除，放弃后无法恢复。',
        confirmText: '放弃',
        danger: true,
      }))
    )
      onDiscard()
  }
  return (
    <section className={styles.root} aria-label="有未保存的内容">
      <div className={styles.head}>
        <HistoryRegular fontSize={24} className={styles.icon} />
        <Text>
          {isGone
            ? `该内容已从服务器彻底删除。您于 ${draft.savedAt} 编辑但未保存的内容仍在本机，可作为新内容打开，或复制其中的文字。`
            : `您于 ${draft.savedAt} 编辑的内容未保存，已暂存在本机。是否恢复？`}
          {!isGone &&
            draft.version !== loaded.version &&
            '暂存后，该内容在服务器上已有新版本；恢复后保存时，可逐项选择保留的版本。'}
          {others > 0 && `另有 ${others} 份未保存的内容，将在处理后或下次打开时询问。`}
        </Text>
      </div>
      <dl className={styles.list}>
        {changedTexts.map(({ name, text }) => (
          <div key={name}>
            <dt className={styles.name}>{name}</dt>
            <dd className={styles.text}>{text || '（空）'}</dd>
          </div>
        ))}
      </dl>
      <div className={styles.buttons}>
        <Button appearance="primary" onClick={onRestore}>
          {isGone ? '作为新内容打开' : '恢复'}
        </Button>
        {isGone ? (
          <Button
            onClick={() => void copy('文字', changedTexts.map(({ name, text }) => `${name}：${text}`).join('\n'))}
          >
            复制文字
          </Button>
        ) : (
          <Button onClick={onLater}>暂不处理</Button>
        )}
        <Button onClick={() => void discard()}>放弃</Button>
      </div>
    </section>
  )
}
