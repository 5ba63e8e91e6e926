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
import type { Editor } from '@tiptap/core'
import { insertTable, styleCells } from '../insert.ts'

type Run = (editor: Editor) => void
const SIZES = [
  [2, 2],
  [3, 3],
  [4, 4],
  [5, 5],
  [10, 5],
] as const

const added =
  (run: Run): Run =>
  (editor) => {
    run(editor)
    // New cells look like the others.
    styleCells(editor)
  }
const GROUPS: readonly (readonly [string, Run][])[] = [
  [
    ['在上方插入行', added((editor) => editor.chain().focus().addRowBefore().run())],
    ['在下方插入行', added((editor) => editor.chain().focus().addRowAfter().run())],
    ['在左侧插入列', added((editor) => editor.chain().focus().addColumnBefore().run())],
    ['在右侧插入列', added((editor) => editor.chain().focus().addColumnAfter().run())],
  ],
  [
    ['合并单元格', (editor) => editor.chain().focus().mergeCells().run()],
    ['拆分单元格', added((editor) => editor.chain().focus().splitCell().run())],
    ['标题行', (editor) => editor.chain().focus().toggleHeaderRow().run()],
    ['标题列', (editor) => editor.chain().focus().toggleHeaderColumn().run()],
  ],
  [
    ['删除行', (editor) => editor.chain().focus().deleteRow().run()],
    ['删除列', (editor) => editor.chain().focus().deleteColumn().run()],
    ['删除表格', (editor) => editor.chain().focus().deleteTable().run()],
  ],
]

interface Props {
  editor: Editor
  inTable: boolean
  disabled: boolean
}

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
        {inTable
          ? GROUPS.flatMap((group, at) => [
              at > 0 && <MenuDivider key={at} />,
              ...group.map(([title, run]) => (
                <MenuItem key={title} onClick={() => run(editor)}>
                  {title}
                </MenuItem>
              )),
            ])
          : SIZES.map(([rows, columns]) => (
              <MenuItem key={rows} onClick={() => insertTable(editor, rows, columns)}>
                插入 {rows} 行 {columns} 列的表格
              </MenuItem>
            ))}
      </MenuList>
    </MenuPopover>
  </Menu>
)
