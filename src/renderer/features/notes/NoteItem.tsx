import { Badge, Button, makeStyles, Text, tokens } from '@fluentui/react-components'
import { useState } from 'react'
import type { ContentNote } from '#shared/contract/note.ts'
import { useWrite } from '#renderer/data/useWrite.ts'
import { useRestoreFocus } from '#renderer/ui/focus/useRestoreFocus.ts'
import { useConfirm } from '#renderer/ui/dialogs/useConfirm.ts'
import { NoteForm } from './NoteForm.tsx'

const useStyles = makeStyles({
  root: {
    display: 'grid',
    gap: tokens.spacingVerticalXS,
    minWidth: 0,
    padding: tokens.spacingHorizontalS,
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: tokens.colorNeutralBackground1,
    overflowWrap: 'anywhere',
  },
  head: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: tokens.spacingHorizontalS },
  muted: { color: tokens.colorNeutralForeground3 },
  quote: {
    paddingInlineStart: tokens.spacingHorizontalS,
    borderInlineStartWidth: '3px',
    borderInlineStartStyle: 'solid',
    borderInlineStartColor: tokens.colorNeutralStroke1,
    color: tokens.colorNeutralForeground2,
  },
  text: { whiteSpace: 'pre-wrap' },
  replies: {
    display: 'grid',
    gap: tokens.spacingVerticalXS,
    margin: 0,
    padding: 0,
    paddingInlineStart: tokens.spacingHorizontalL,
    listStyle: 'none',
  },
  buttons: { display: 'flex', flexWrap: 'wrap', gap: tokens.spacingHorizontalXS },
})

interface Props {
  contentId: number
  note: ContentNote
  /** Title of the field with the note's words. */
  field: string
  replies: readonly ContentNote[]
  onShow: (note: ContentNote) => void
}

/** A note with its replies. */
export function NoteItem({ contentId, note, field, replies, onShow }: Props) {
  const styles = useStyles()
  const root = useRestoreFocus<HTMLLIElement>()
  const confirm = useConfirm()
  const close = useWrite('note.close', { success: false })
  const remove = useWrite('note.remove')
  const [answering, setAnswering] = useState(false)
  const { id, quote, text, closedBy, closeTime, own, mayWrite } = note
  const isClosed = closedBy !== ''
  const about = (action: string): string => `${action}批注“${text.slice(0, 20)}”`
  const removeIt = async (): Promise<void> => {
    if (await confirm({ title: about('删除'), text: '该批注及其回复将一并删除。确定要删除吗？', danger: true }))
      remove.mutate({ id })
  }
  return (
    <li ref={root} className={styles.root}>
      <Byline note={note} field={field} />
      {quote !== '' && <Text className={styles.quote}>{quote}</Text>}
      <Text className={styles.text}>{text}</Text>
      {isClosed && (
        <Badge appearance="tint" color="success">
          {`${closedBy} 于 ${closeTime} 解决`}
        </Badge>
      )}
      {replies.length > 0 && (
        <ul className={styles.replies} aria-label={about('回复')}>
          {replies.map((reply) => (
            <li key={reply.id}>
              <Byline note={reply} />
              <Text className={styles.text}>{reply.text}</Text>
            </li>
          ))}
        </ul>
      )}
      {answering ? (
        <NoteForm
          contentId={contentId}
          parentId={id}
          label={`回复批注“${text.slice(0, 20)}”`}
          onDone={() => setAnswering(false)}
        />
      ) : (
        <span className={styles.buttons}>
          {quote !== '' && (
            <Button size="small" aria-label={about('定位')} onClick={() => onShow(note)}>
              定位
            </Button>
          )}
          {mayWrite && (
            <>
              <Button size="small" aria-label={about('回复')} onClick={() => setAnswering(true)}>
                回复
              </Button>
              <Button
                size="small"
                aria-label={about(isClosed ? '重新打开' : '解决')}
                disabledFocusable={close.isPending}
                onClick={() => close.mutate({ id, isClosed: !isClosed })}
              >
                {isClosed ? '重新打开' : '解决'}
              </Button>
            </>
          )}
          {own && (
            <Button size="small" appearance="subtle" aria-label={about('删除')} onClick={() => void removeIt()}>
              删除
            </Button>
          )}
        </span>
      )}
    </li>
  )
}

/** The author and the time of a note. */
function Byline({ note: { author, createTime }, field }: { note: ContentNote; field?: string }) {
  const styles = useStyles()
  return (
    <span className={styles.head}>
      <Text weight="semibold">{author}</Text>
      <Text size={200} className={styles.muted}>
        {[createTime, field].filter(Boolean).join(' · ')}
      </Text>
    </span>
  )
}
