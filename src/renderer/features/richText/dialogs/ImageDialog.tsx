import type { Editor } from '@tiptap/core'
import { z } from 'zod'
import { parseStyle } from '#shared/domain/htmlStyle.ts'
import { FormDialog } from '#renderer/ui/form/FormDialog.tsx'
import { TextField } from '#renderer/ui/fields/TextField.tsx'
import { withWidth } from '../insert.ts'
import { htmlOf, textOf, withoutSize } from '../schema/read.ts'
import { width, withUnit } from './width.ts'

const schema = z.object({
  alt: z.string().max(254, '替代文字不能超过 254 个字'),
  width,
})

/** Alternative text and width of a picture. */
export function ImageDialog({ editor, onClose }: { editor: Editor; onClose: () => void }) {
  const image = editor.getAttributes('image')
  const style = textOf(image, 'style')
  const html = htmlOf(image)
  return (
    <FormDialog
      title="图片属性"
      schema={schema}
      values={{ alt: textOf(image, 'alt'), width: parseStyle(style).get('width') ?? html.width ?? '' }}
      save={(values) => {
        editor
          .chain()
          .focus()
          .updateAttributes('image', {
            alt: values.alt,
            style: withWidth(style, withUnit(values.width)),
            html: withoutSize(html),
          })
          .run()
        return Promise.resolve({ code: 200 })
      }}
      onClose={onClose}
    >
      {(control) => (
        <>
          <TextField
            control={control}
            name="alt"
            label="替代文字"
            hint="图片无法显示时显示此文字，读屏软件也会朗读"
            autoFocus
          />
          <TextField
            control={control}
            name="width"
            label="宽度"
            placeholder="例如 480px 或 100%"
            hint="留空则使用原始宽度"
          />
        </>
      )}
    </FormDialog>
  )
}
