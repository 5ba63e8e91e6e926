import {
  ArrowRedoRegular,
  ArrowUndoRegular,
  HighlightRegular,
  TextBoldRegular,
  TextClearFormattingRegular,
  TextColorRegular,
  TextItalicRegular,
  TextStrikethroughRegular,
  TextSubscriptRegular,
  TextSuperscriptRegular,
  TextUnderlineRegular,
} from '@fluentui/react-icons'
import { clearFormat, setTextStyle } from '../commands.ts'
import { FONT_OPTIONS, HEADING_OPTIONS, SIZE_OPTIONS } from './choices.ts'
import { ColorTool } from './ColorTool.tsx'
import { Tool } from './Tool.tsx'
import { ToolMenu } from './ToolMenu.tsx'
import type { ToolGroupProps } from './toolGroup.ts'

type Level = 1 | 2 | 3 | 4 | 5 | 6
const LEVELS: readonly Level[] = [1, 2, 3, 4, 5, 6]

/** Undo and redo, and tools for text styles. */
export function TextTools({ editor, at, disabled }: ToolGroupProps) {
  const chain = () => editor.chain().focus()
  const setHeading = (value: string): void => {
    const level = LEVELS.find((each) => String(each) === value)
    if (level) chain().setNode('heading', { level }).run()
    else chain().setNode('paragraph', { tag: 'p' }).run()
  }
  const mark = (name: string) => () => void chain().toggleMark(name).run()
  return (
    <>
      <Tool
        label="撤销"
        keys="Ctrl+Z"
        icon={<ArrowUndoRegular />}
        disabled={disabled || !at.canUndo}
        onClick={() => chain().undo().run()}
      />
      <Tool
        label="重做"
        keys="Ctrl+Y"
        icon={<ArrowRedoRegular />}
        disabled={disabled || !at.canRedo}
        onClick={() => chain().redo().run()}
      />
      <Tool
        label="清除格式"
        icon={<TextClearFormattingRegular />}
        disabled={disabled}
        onClick={() => clearFormat(editor)}
      />
      <ToolMenu
        label="段落格式"
        options={HEADING_OPTIONS}
        value={at.heading}
        disabled={disabled}
        onChoose={setHeading}
      />
      <ToolMenu
        label="字体"
        options={FONT_OPTIONS}
        value={at.font}
        placeholder={at.font.split(',')[0] ?? ''}
        disabled={disabled}
        onChoose={(value) => setTextStyle(editor, { 'font-family': value })}
      />
      <ToolMenu
        label="字号"
        options={SIZE_OPTIONS}
        value={at.size}
        placeholder={at.size}
        disabled={disabled}
        onChoose={(value) => setTextStyle(editor, { 'font-size': value })}
      />
      <Tool
        label="加粗"
        keys="Ctrl+B"
        icon={<TextBoldRegular />}
        pressed={at.bold}
        disabled={disabled}
        onClick={mark('bold')}
      />
      <Tool
        label="斜体"
        keys="Ctrl+I"
        icon={<TextItalicRegular />}
        pressed={at.italic}
        disabled={disabled}
        onClick={mark('italic')}
      />
      <Tool
        label="下划线"
        keys="Ctrl+U"
        icon={<TextUnderlineRegular />}
        pressed={at.underline}
        disabled={disabled}
        onClick={mark('underline')}
      />
      <Tool
        label="删除线"
        icon={<TextStrikethroughRegular />}
        pressed={at.strike}
        disabled={disabled}
        onClick={mark('strike')}
      />
      <Tool
        label="下标"
        icon={<TextSubscriptRegular />}
        pressed={at.subscript}
        disabled={disabled}
        onClick={mark('subscript')}
      />
      <Tool
        label="上标"
        icon={<TextSuperscriptRegular />}
        pressed={at.superscript}
        disabled={disabled}
        onClick={mark('superscript')}
      />
      <ColorTool
        label="文字颜色"
        icon={<TextColorRegular />}
        value={at.color}
        disabled={disabled}
        onChoose={(color) => setTextStyle(editor, { color })}
      />
      <ColorTool
        label="背景颜色"
        icon={<HighlightRegular />}
        value={at.background}
        disabled={disabled}
        onChoose={(color) => setTextStyle(editor, { 'background-color': color })}
      />
    </>
  )
}
