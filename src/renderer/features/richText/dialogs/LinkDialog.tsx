import type { Editor } from '@tiptap/core'
import { z } from 'zod'
import { safeLink } from '#shared/domain/htmlRules.ts'
import { FormDialog } from '#renderer/ui/form/FormDialog.tsx'
import { SwitchField } from '#renderer/ui/fields/SwitchField.tsx'
import { TextField } from '#renderer/ui/fields/TextField.tsx'
import { linkValues, setLink } from '../insert.ts'

const LINK = /^(?:\/|#|\?|https?:\/\/[^\s/]|mailto:|tel:)/i
const schema = z.object({
  href: z
    .string()
    .trim()
    .max(2000, '链接不能超过 2000 个字')
    .refine(
      (href) => href === '' || (LINK.test(href) && safeLink(href) !== ''),
      '链接应以 http://、https://、/、#、mailto: 或 tel: 开头',
    ),
  text: z.string().max(254, '显示文字不能超过 254 个字'),
  blank: z.boolean(),
})

/** The address of a link; an empty one removes the link and keeps its text. */
export function LinkDialog({ editor, onClose }: { editor: Editor; onClose: () => void }) {
  const asksText = editor.state.selection.empty && !editor.isActive('link')
  return (
    <FormDialog
      title="链接"
      schema={schema}
      values={linkValues(editor)}
      save={(values) => {
        setLink(editor, values)
        return Promise.resolve({ code: 200 })
      }}
      onClose={onClose}
    >
      {(control) => (
        <>
          <TextField
            control={control}
            name="href"
            label="地址"
            placeholder="https://"
            autoFocus
            hint="留空则移除链接"
          />
          {asksText && <TextField control={control} name="text" label="显示文字" />}
          <SwitchField control={control} name="blank" label="在新窗口打开" />
        </>
      )}
    </FormDialog>
  )
}
