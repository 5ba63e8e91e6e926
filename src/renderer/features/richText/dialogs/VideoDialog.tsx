import type { Editor } from '@tiptap/core'
import { z } from 'zod'
import { parseStyle } from '#shared/domain/htmlStyle.ts'
import { FormDialog } from '#renderer/ui/form/FormDialog.tsx'
import { SwitchField } from '#renderer/ui/fields/SwitchField.tsx'
import { TextField } from '#renderer/ui/fields/TextField.tsx'
import { withWidth } from '../insert.ts'
import { htmlOf, htmlOrNull, textOf, withoutSize } from '../schema/read.ts'
import { width, withUnit } from './width.ts'

const schema = z.object({ width, loop: z.boolean(), muted: z.boolean() })

/** Width and playback options of a video. */
export function VideoDialog({ editor, onClose }: { editor: Editor; onClose: () => void }) {
  const player = editor.getAttributes('player')
  const style = textOf(player, 'style')
  const { loop, muted, ...others } = htmlOf(player)
  return (
    <FormDialog
      title="视频属性"
      schema={schema}
      values={{
        width: parseStyle(style).get('width') ?? others.width ?? '',
        loop: loop !== undefined,
        muted: muted !== undefined,
      }}
      save={(values) => {
        const html = {
          ...withoutSize(others),
          ...(values.loop ? { loop: '' } : {}),
          ...(values.muted ? { muted: '' } : {}),
        }
        editor
          .chain()
          .focus()
          .updateAttributes('player', { style: withWidth(style, withUnit(values.width)), html: htmlOrNull(html) })
          .run()
        return Promise.resolve({ code: 200 })
      }}
      onClose={onClose}
    >
      {(control) => (
        <>
          <TextField
            control={control}
            name="width"
            label="宽度"
            placeholder="例如 480px 或 100%"
            hint="留空则使用原始宽度"
            autoFocus
          />
          <SwitchField control={control} name="loop" label="循环播放" />
          <SwitchField control={control} name="muted" label="静音" />
        </>
      )}
    </FormDialog>
  )
}
