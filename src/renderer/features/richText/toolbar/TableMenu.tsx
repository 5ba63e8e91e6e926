import {
  Menu,
  MenuButton,
  MenuDivider,
  MenuItem,
  MenuList,
  MenuPopover,
  MenuTrigger,
  Tooltip,
} from '@fluentui/react-components'
import { TableRegular } from '@fluentui/react-icons'
import type { ChainedCommands, Editor } from '@tiptap/core'
import { closeHistory } from '@tiptap/pm/history'
import { Fragment } from 'react'
import { freeColumns, narrowColumns, widenColumns } from '../columnWidth.ts'
import { insertTable, shadeHeads, styleCells } from '../tables.ts'

type Step = (chain: ChainedCommands) => ChainedCommands
const SIZES = [
  [2, 2],
  [3, 3],
  [4, 4],
  [5, 5],
  [10, 5],
] as const

/** With new cells like the others, as one step that is undone. */
const styled =
  (step: Step): Step =>
  (chain) =>
    step(chain).command(styleCells)

const GROUPS: readonly (readonly [string, Step][])[] = [
  [
    ['在上方插入行', styled((chain) => chain.addRowBefore())],
    ['在下方插入行', styled((chain) => chain.addRowAfter())],
    ['在左侧插入列', styled((chain) => chain.addColumnBefore())],
    ['在右侧插入列', styled((chain) => chain.addColumnAfter())],
  ],
  [
    ['合并单元格', (chain) => chain.mergeCells()],
    ['拆分单元格', styled((chain) => chain.splitCell())],
    ['标题行', (chain) => chain.toggleHeaderRow().command(shadeHeads)],
    ['标题列', (chain) => chain.toggleHeaderColumn().command(shadeHeads)],
  ],
  [
    ['加宽列', (chain) => chain.command(widenColumns)],
    ['收窄列', (chain) => chain.command(narrowColumns)],
    ['列宽自动', (chain) => chain.command(freeColumns)],
  ],
  [
    ['删除行', (chain) => chain.deleteRow()],
    ['删除列', (chain) => chain.deleteColumn()],
    ['删除表格', (chain) => chain.deleteTable()],
  ],
]

/** Steps that are pressed again and again: the menu stays open for the next. */
const REPEATED: ReadonlySet<string> = new Set(['加宽列', '收窄列'])

/** Each step is undone by itself, however soon after another it was taken. */
function take(editor: Editor, title: string, step: Step): void {
  editor.view.dispatch(closeHistory(editor.state.tr))
  step(REPEATED.has(title) ? editor.chain() : editor.chain().focus()).run()
}

/** Steps that depend on what is chosen. */
const possible = (editor: Editor, title: string): boolean =>
  title === '合并单元格' ? editor.can().mergeCells() : title === '拆分单元格' ? editor.can().splitCell() : true

interface Props {
  editor: Editor
  inTable: boolean
  disabled: boolean
}

/** What is done with the table around the cursor; drawn when its menu opens. */
const Steps = ({ editor }: { editor: Editor }) =>
  GROUPS.map((group, at) => (
    <Fragment key={group[0]?.[0]}>
      {at > 0 && <MenuDivider />}
      {group.map(([title, step]) => (
        <MenuItem
          key={title}
          disabled={!possible(editor, title)}
          persistOnClick={REPEATED.has(title)}
          onClick={() => take(editor, title, step)}
        >
          {title}
        </MenuItem>
      ))}
    </Fragment>
  ))

/** Inserts a table; inside of one it changes it. */
export const TableMenu = ({ editor, inTable, disabled }: Props) => (
  <Menu>
    <MenuTrigger disableButtonEnhancement>
      <Tooltip content="表格" relationship="label" withArrow>
        <MenuButton
          size="small"
          appearance={inTable ? 'secondary' : 'subtle'}
          icon={<TableRegular />}
          disabledFocusable={disabled}
        />
      </Tooltip>
    </MenuTrigger>
    <MenuPopover>
      <MenuList>
        {inTable ? (
          <Steps editor={editor} />
        ) : (
          SIZES.map(([rows, columns]) => (
            <MenuItem key={rows} onClick={() => insertTable(editor, rows, columns)}>
              插入 {rows} 行 {columns} 列的表格
            </MenuItem>
          ))
        )}
      </MenuList>
    </MenuPopover>
  </Menu>
)
