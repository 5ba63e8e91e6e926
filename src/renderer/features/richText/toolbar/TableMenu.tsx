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
import { resetColumnWidths, narrowColumns, widenColumns } from '../columnWidth.ts'
import { insertTable, shadeHeads, styleCells } from '../tables.ts'

type Step = (chain: ChainedCommands) => ChainedCommands
const SIZES = [
  [2, 2],
  [3, 3],
  [4, 4],
  [5, 5],
  [10, 5],
] as const

/** Adds the styles of the other cells to new cells, in the same undo step. */
const withCellStyles =
  (step: Step): Step =>
  (chain) =>
    step(chain).command(styleCells)

const GROUPS: readonly (readonly [string, Step][])[] = [
  [
    ['在上方插入行', withCellStyles((chain) => chain.addRowBefore())],
    ['在下方插入行', withCellStyles((chain) => chain.addRowAfter())],
    ['在左侧插入列', withCellStyles((chain) => chain.addColumnBefore())],
    ['在右侧插入列', withCellStyles((chain) => chain.addColumnAfter())],
  ],
  [
    ['合并单元格', (chain) => chain.mergeCells()],
    ['拆分单元格', withCellStyles((chain) => chain.splitCell())],
    ['标题行', (chain) => chain.toggleHeaderRow().command(shadeHeads)],
    ['标题列', (chain) => chain.toggleHeaderColumn().command(shadeHeads)],
  ],
  [
    ['加宽列', (chain) => chain.command(widenColumns)],
    ['收窄列', (chain) => chain.command(narrowColumns)],
    ['自动列宽', (chain) => chain.command(resetColumnWidths)],
  ],
  [
    ['删除行', (chain) => chain.deleteRow()],
    ['删除列', (chain) => chain.deleteColumn()],
    ['删除表格', (chain) => chain.deleteTable()],
  ],
]

/** Steps that users repeat: the menu stays open. */
const REPEATED: ReadonlySet<string> = new Set(['加宽列', '收窄列'])

/** Runs a step as an undo step of its own. */
function runStep(editor: Editor, title: string, step: Step): void {
  editor.view.dispatch(closeHistory(editor.state.tr))
  step(REPEATED.has(title) ? editor.chain() : editor.chain().focus()).run()
}

/** Whether a step is possible with the selected cells. */
const isPossible = (editor: Editor, title: string): boolean =>
  title === '合并单元格' ? editor.can().mergeCells() : title === '拆分单元格' ? editor.can().splitCell() : true

interface Props {
  editor: Editor
  inTable: boolean
  disabled: boolean
}

/** Menu items for the table around the cursor, rendered when the menu opens. */
const Steps = ({ editor }: { editor: Editor }) =>
  GROUPS.map((group, at) => (
    <Fragment key={group[0]?.[0]}>
      {at > 0 && <MenuDivider />}
      {group.map(([title, step]) => (
        <MenuItem
          key={title}
          disabled={!isPossible(editor, title)}
          persistOnClick={REPEATED.has(title)}
          onClick={() => runStep(editor, title, step)}
        >
          {title}
        </MenuItem>
      ))}
    </Fragment>
  ))

/** Inserts a table, or changes the table around the cursor. */
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
