import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components'
import { ArrowDownRegular, ArrowUpRegular, DeleteRegular, ReOrderDotsVerticalRegular } from '@fluentui/react-icons'
import { type ClipboardEvent, type DragEvent, type KeyboardEvent, memo, type ReactNode } from 'react'
import { useActionStyle } from '../table/actionStyle.ts'

const useStyles = makeStyles({
  row: { display: 'grid', gridTemplateColumns: 'auto minmax(0, 1fr) auto auto auto', alignItems: 'center' },
  handle: {
    display: 'grid',
    placeItems: 'center',
    width: '24px',
    height: '28px',
    color: tokens.colorNeutralForeground3,
    cursor: 'grab',
  },
  input: {
    width: '100%',
    height: '32px',
    boxSizing: 'border-box',
    paddingInline: tokens.spacingHorizontalS,
    marginInlineEnd: tokens.spacingHorizontalXS,
    font: 'inherit',
    color: tokens.colorNeutralForeground1,
    backgroundColor: tokens.colorNeutralBackground1,
    border: `1px solid ${tokens.colorNeutralStroke1}`,
    borderBottom: `1px solid ${tokens.colorNeutralStrokeAccessible}`,
    borderRadius: tokens.borderRadiusMedium,
    ':hover': { border: `1px solid ${tokens.colorNeutralStroke1Hover}` },
    ':focus': { outline: `2px solid ${tokens.colorCompoundBrandStroke}`, outlineOffset: '-1px' },
  },
  wrong: { border: `1px solid ${tokens.colorPaletteRedBorder2}` },
  error: {
    gridColumn: '2 / -1',
    color: tokens.colorPaletteRedForeground1,
    fontSize: tokens.fontSizeBase200,
    paddingBlock: '2px',
  },
})

/** Callbacks of a row; each keeps its identity, so that unchanged rows are not rendered again. */
export interface ValueActions {
  change: (index: number, text: string) => void
  remove: (index: number) => void
  move: (from: number, to: number) => void
  paste: (index: number, event: ClipboardEvent<HTMLInputElement>) => void
  key: (index: number, event: KeyboardEvent) => void
}

interface Props {
  text: string
  index: number
  itemName: string
  error: string | undefined
  actions: ValueActions
}

/** Data type of a drag with the index of the value. */
const DRAGGED = 'application/x-sitecraft-value'

/** One value: handle, input, up, down, delete. Plain elements, as a list may have a thousand rows. */
export const ValueRow = memo(function ValueRow({ text, index, itemName, error, actions }: Props) {
  const styles = useStyles()
  const action = useActionStyle()
  const name = `${itemName} ${index + 1}`
  const over = (event: DragEvent): void => {
    if (event.dataTransfer.types.includes(DRAGGED)) event.preventDefault()
  }
  const drop = (event: DragEvent): void => {
    const from = event.dataTransfer.getData(DRAGGED)
    if (from === '') return
    event.preventDefault()
    actions.move(Number(from), index)
  }
  const button = (title: string, icon: ReactNode, run: () => void) => (
    <button type="button" className={action} title={title} aria-label={`${title}${name}`} onClick={run}>
      {icon}
    </button>
  )
  return (
    <div role="listitem" className={styles.row} onDragOver={over} onDrop={drop}>
      <span
        className={styles.handle}
        title="拖动排序，或在输入框中按 Alt+↑、Alt+↓"
        draggable
        onDragStart={(event) => event.dataTransfer.setData(DRAGGED, String(index))}
      >
        <ReOrderDotsVerticalRegular />
      </span>
      <input
        className={mergeClasses(styles.input, error !== undefined && styles.wrong)}
        aria-label={name}
        aria-invalid={error !== undefined}
        title={error}
        value={text}
        autoComplete="off"
        onChange={(event) => actions.change(index, event.target.value)}
        onKeyDown={(event) => actions.key(index, event)}
        onPaste={(event) => actions.paste(index, event)}
      />
      {button('上移', <ArrowUpRegular />, () => actions.move(index, index - 1))}
      {button('下移', <ArrowDownRegular />, () => actions.move(index, index + 1))}
      {button('移除', <DeleteRegular />, () => actions.remove(index))}
      {error !== undefined && <span className={styles.error}>{error}</span>}
    </div>
  )
})
