import {
  TextAlignCenterRegular,
  TextAlignJustifyRegular,
  TextAlignLeftRegular,
  TextAlignRightRegular,
  TextBulletListLtrRegular,
  TextIndentDecreaseLtrRegular,
  TextIndentIncreaseLtrRegular,
  TextLineSpacingRegular,
  TextFirstLineRegular,
  TextNumberListLtrRegular,
  TextQuoteRegular,
} from '@fluentui/react-icons'
import { indent, setLineStyle } from '../commands.ts'
import { applyDefaultStyles } from '../looks.ts'
import { LINE_HEIGHTS } from './choices.ts'
import { Tool } from './Tool.tsx'
import type { ToolGroupProps } from './toolGroup.ts'
import { ToolMenu } from './ToolMenu.tsx'

const ALIGNS = [
  { value: 'left', label: '左对齐', icon: <TextAlignLeftRegular /> },
  { value: 'center', label: '居中', icon: <TextAlignCenterRegular /> },
  { value: 'right', label: '右对齐', icon: <TextAlignRightRegular /> },
  { value: 'justify', label: '两端对齐', icon: <TextAlignJustifyRegular /> },
]

/** Tools for lines: alignment, lists and quotes. */
export function LineTools({ editor, at, disabled }: ToolGroupProps) {
  const chain = () => editor.chain().focus()
  return (
    <>
      {ALIGNS.map(({ value, label, icon }) => (
        <Tool
          key={value}
          label={label}
          icon={icon}
          pressed={at.align === value}
          disabled={disabled}
          onClick={() => setLineStyle(editor, { 'text-align': at.align === value ? '' : value })}
        />
      ))}
      <Tool
        label="首行缩进"
        icon={<TextFirstLineRegular />}
        pressed={at.firstLine}
        disabled={disabled}
        onClick={() => setLineStyle(editor, { 'text-indent': at.firstLine ? '' : '2em' })}
      />
      <ToolMenu
        label="行距"
        icon={<TextLineSpacingRegular />}
        options={LINE_HEIGHTS}
        value={at.lineHeight}
        disabled={disabled}
        onChoose={(value) => setLineStyle(editor, { 'line-height': value })}
      />
      <Tool
        label="减少缩进"
        icon={<TextIndentDecreaseLtrRegular />}
        disabled={disabled}
        onClick={() => indent(editor, -1)}
      />
      <Tool
        label="增加缩进"
        icon={<TextIndentIncreaseLtrRegular />}
        disabled={disabled}
        onClick={() => indent(editor, 1)}
      />
      <Tool
        label="项目列表"
        icon={<TextBulletListLtrRegular />}
        pressed={at.bulletList}
        disabled={disabled}
        onClick={() => chain().toggleBulletList().run()}
      />
      <Tool
        label="编号列表"
        icon={<TextNumberListLtrRegular />}
        pressed={at.orderedList}
        disabled={disabled}
        onClick={() => chain().toggleOrderedList().run()}
      />
      <Tool
        label="引用"
        icon={<TextQuoteRegular />}
        pressed={at.blockquote}
        disabled={disabled}
        onClick={() => chain().toggleBlockquote().command(applyDefaultStyles('blockquote')).run()}
      />
    </>
  )
}
