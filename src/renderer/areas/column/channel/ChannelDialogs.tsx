import { z } from 'zod'
import type { Column } from '#shared/contract/column.ts'
import { channelForm } from '#shared/contract/columnForm.ts'
import { COLUMN_POSITIONS } from '#shared/domain/columnPosition.ts'
import { ColumnSeoDialog } from '#renderer/features/seo/ColumnSeoDialog.tsx'
import { call } from '#renderer/data/client.ts'
import { useWrite } from '#renderer/data/useWrite.ts'
import { FormDialog } from '#renderer/ui/form/FormDialog.tsx'
import { CheckboxGroupField } from '#renderer/ui/fields/CheckboxGroupField.tsx'
import { TextField } from '#renderer/ui/fields/TextField.tsx'
import { AddChannelDialog } from './AddChannelDialog.tsx'

/** The open dialog of the channel list. */
export type Opened = { dialog: 'add'; parent: Column | null } | { dialog: 'settings' | 'seo'; channel: Column }

interface Props {
  opened: Opened
  siteId: number
  onPlaced: (channel: { id: number; parentId: number }) => void
  onClose: () => void
}

export function ChannelDialogs({ opened, siteId, onPlaced, onClose }: Props) {
  switch (opened.dialog) {
    case 'add':
      return <AddChannelDialog siteId={siteId} parent={opened.parent} onPlaced={onPlaced} onClose={onClose} />
    case 'settings':
      return <ChannelSettingsDialog channel={opened.channel} onClose={onClose} />
    case 'seo':
      return <ColumnSeoDialog column={opened.channel} onClose={onClose} />
  }
}

const schema = channelForm
  .pick({ className: true, classEnName: true, showPositionIds: true })
  .extend({ version: z.number().optional() })

const LABELS = { className: '栏目名称', classEnName: '英文名称', showPositionIds: '专题展示位置' }
const POSITIONS = COLUMN_POSITIONS.map(({ id, title }) => ({ value: id, title }))

/** Settings of a channel: both names and, for columns with an identifier, the display positions (A·§2, contradictions.md 48). */
function ChannelSettingsDialog({ channel, onClose }: { channel: Column; onClose: () => void }) {
  const { id, identifies, className, classEnName, showPositionIds, version } = channel
  const save = useWrite('column.updateTitle')
  return (
    <FormDialog
      title={`频道设置：${channel.title}`}
      schema={schema}
      values={{ className, classEnName, showPositionIds, version }}
      save={({ showPositionIds, ...form }) =>
        save.mutateAsync({ ...form, id, ...(identifies === '' ? {} : { showPositionIds }) })
      }
      onClose={onClose}
      compare={{ load: async () => (await call('column.findById', { id })).data, labels: LABELS }}
    >
      {(control) => (
        <>
          <TextField control={control} name="className" label={LABELS.className} required autoFocus />
          <TextField control={control} name="classEnName" label={LABELS.classEnName} />
          {identifies !== '' && (
            <CheckboxGroupField
              control={control}
              name="showPositionIds"
              label={LABELS.showPositionIds}
              options={POSITIONS}
            />
          )}
        </>
      )}
    </FormDialog>
  )
}
