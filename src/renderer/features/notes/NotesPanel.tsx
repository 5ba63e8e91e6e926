import { Button, makeStyles, Subtitle2, Switch, Text, tokens } from '@fluentui/react-components'
import { type ReactNode, useState } from 'react'
import type { ContentNote } from '#shared/contract/note.ts'
import { useRestoreFocus } from '#renderer/ui/focus/useRestoreFocus.ts'
import type { NoteDraft } from './anchor.ts'
import { NoteForm } from './NoteForm.tsx'
import { NoteItem } from './NoteItem.tsx'

const useStyles = makeStyles({
  root: {
    display: 'grid',
    gap: tokens.spacingVerticalS,
    alignContent: 'start',
    minWidth: 0,
    padding: tokens.spacingHorizontalM,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: tokens.colorNeutralBackground2,
  },
  head: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: tokens.spacingHorizontalM },
  title: { margin: 0 },
  list: { display: 'grid', gap: tokens.spacingVerticalS, margin: 0, padding: 0, listStyle: 'none' },
  muted: { color: tokens.colorNeutralForeground3 },
})

interface Props {
  contentId: number
  notes: readonly ContentNote[]
  /** Titles of fields by their names. */
  titles: ReadonlyMap<string, string>
  draft: NoteDraft | null
  onDraftDone: () => void
  /** Shows the words of a note. */
  onShow: (note: ContentNote) => void
  /** Shown beside the heading. */
  actions?: ReactNode
}

/** The notes of an entry beside its text: the open ones, on demand all, each with its replies. */
export function NotesPanel({ contentId, notes, titles, draft, onDraftDone, onShow, actions }: Props) {
  const styles = useStyles()
  const root = useRestoreFocus<HTMLElement>()
  const [withClosed, setWithClosed] = useState(false)
  const roots = notes.filter(({ parentId }) => parentId === 0)
  const open = roots.filter(({ closedBy }) => closedBy === '')
  const shown = withClosed ? roots : open
  return (
    <section ref={root} className={styles.root} aria-label="批注">
      <div className={styles.head}>
        <Subtitle2 as="h3" className={styles.title}>
          {`批注（${open.length} 条未解决）`}
        </Subtitle2>
        {roots.length > open.length && (
          <Switch
            label="显示已解决的批注"
            checked={withClosed}
            onChange={(_event, data) => setWithClosed(data.checked)}
          />
        )}
        {actions}
      </div>
      {draft && <NoteForm key={`${draft.fieldName} ${draft.quote}`} {...{ contentId, draft }} onDone={onDraftDone} />}
      {shown.length === 0 && !draft && (
        <Text className={styles.muted}>没有未解决的批注。如需批注，请先选中正文中的文字，再点击“批注选中的文字”。</Text>
      )}
      <ul className={styles.list} aria-label="批注">
        {shown.map((note) => (
          <NoteItem
            key={note.id}
            note={note}
            field={titles.get(note.fieldName) ?? '整篇内容'}
            replies={notes.filter(({ parentId }) => parentId === note.id)}
            contentId={contentId}
            onShow={onShow}
          />
        ))}
      </ul>
    </section>
  )
}

/** Starts a note about the words selected in the text. */
export function AddNoteButton({ onAdd }: { onAdd: () => void }) {
  return (
    <Button size="small" onMouseDown={(event) => event.preventDefault()} onClick={onAdd}>
      批注选中的文字
    </Button>
  )
}
