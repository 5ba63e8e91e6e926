import { Button, makeStyles, Text, Textarea, tokens } from '@fluentui/react-components'
import { useEffect, useRef, useState } from 'react'
import { MAX_NOTE_CHARS } from '#shared/contract/note.ts'
import { SUCCESS } from '#shared/errors/envelope.ts'
import { useWrite } from '#renderer/data/useWrite.ts'
import { useSaveLock } from '#renderer/ui/dialogs/useSaveLock.ts'
import type { NoteDraft } from './anchor.ts'

const useStyles = makeStyles({
  root: { display: 'grid', gap: tokens.spacingVerticalXS, minWidth: 0 },
  quote: {
    paddingInlineStart: tokens.spacingHorizontalS,
    borderInlineStartWidth: '3px',
    borderInlineStartStyle: 'solid',
    borderInlineStartColor: tokens.colorBrandStroke1,
    color: tokens.colorNeutralForeground2,
    overflowWrap: 'anywhere',
  },
  buttons: { display: 'flex', gap: tokens.spacingHorizontalS },
})

interface Props {
  contentId: number
  /** What the note is about; absent for a reply. */
  draft?: NoteDraft
  parentId?: number
  label?: string
  onDone: () => void
}

/** Writes a note or a reply. The typed text stays after a refusal. */
export function NoteForm({ contentId, draft, parentId = 0, label = '写批注', onDone }: Props) {
  const styles = useStyles()
  const { busy, run } = useSaveLock()
  const { mutateAsync } = useWrite('note.save')
  const [text, setText] = useState('')
  const area = useRef<HTMLTextAreaElement>(null)
  // The form opens because the user wants to write.
  useEffect(() => {
    area.current?.focus()
  }, [])
  const save = async (): Promise<void> => {
    const about = draft ?? { fieldName: '', quote: '', before: '', after: '' }
    await run(async () => {
      if ((await mutateAsync({ contentId, parentId, ...about, text })).code === SUCCESS) onDone()
    }).catch(() => undefined)
  }
  return (
    <div className={styles.root}>
      {draft && <Text className={styles.quote}>{draft.quote}</Text>}
      <Textarea
        spellCheck
        aria-label={label}
        placeholder={label}
        value={text}
        rows={2}
        maxLength={MAX_NOTE_CHARS}
        ref={area}
        onChange={(_event, data) => setText(data.value)}
      />
      <div className={styles.buttons}>
        <Button
          size="small"
          appearance="primary"
          disabledFocusable={busy || text.trim() === ''}
          onClick={() => void save()}
        >
          {parentId === 0 ? '保存批注' : '保存回复'}
        </Button>
        <Button size="small" onClick={onDone}>
          取消
        </Button>
      </div>
    </div>
  )
}
