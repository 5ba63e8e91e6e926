import { makeStyles, tokens } from '@fluentui/react-components'
import { ALIYUN, type SmsChannel, smsChannelSave, TENCENT, USUAL_PER_DAY } from '#shared/contract/smsChannel.ts'
import { useWrite } from '#renderer/data/useWrite.ts'
import { NumberField } from '#renderer/ui/fields/NumberField.tsx'
import { PasswordField } from '#renderer/ui/fields/PasswordField.tsx'
import { RadioGroupField } from '#renderer/ui/fields/RadioGroupField.tsx'
import { TextField } from '#renderer/ui/fields/TextField.tsx'
import { FormDialog } from '#renderer/ui/form/FormDialog.tsx'
import { recordForm } from '#renderer/ui/form/recordForm.ts'
import { ACCESS, typeName } from './text.ts'

const useStyles = makeStyles({
  pairs: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fit, minmax(240px, 1fr))',
    gap: `${tokens.spacingVerticalL} ${tokens.spacingHorizontalXL}`,
    alignItems: 'start',
  },
})

const TYPES = [ALIYUN, TENCENT].map((value) => ({ value, title: typeName(value) }))
const LABELS = {
  channelName: ACCESS.channelName,
  channelType: ACCESS.channelType,
  signName: ACCESS.signName,
  accessKeyId: ACCESS.accessKeyId,
  sdkAppId: ACCESS.sdkAppId,
  perDay: ACCESS.perDay,
  price: ACCESS.price,
}
const NEW = {
  id: 0,
  channelName: '',
  channelType: ALIYUN,
  signName: '',
  accessKeyId: '',
  accessKeySecret: '',
  sdkAppId: '',
  perDay: USUAL_PER_DAY,
  price: 0,
}

interface Props {
  /** null: a new one. */
  channel: SmsChannel | null
  siteId: number
  onClose: () => void
}

/** C·§2: a channel of text messages. */
export function ChannelDialog({ channel, siteId, onClose }: Props) {
  const styles = useStyles()
  const save = useWrite('smsChannel.save')
  return (
    <FormDialog
      title={channel ? ACCESS.editTitle : ACCESS.addTitle}
      schema={smsChannelSave}
      {...recordForm({ record: channel, empty: { ...NEW, siteId }, labels: LABELS, find: 'smsChannel.findById' })}
      save={save.mutateAsync}
      onClose={onClose}
    >
      {(control) => (
        <>
          <RadioGroupField control={control} name="channelType" label={ACCESS.channelType} options={TYPES} />
          <div className={styles.pairs}>
            <TextField control={control} name="channelName" label={ACCESS.channelName} autoFocus maxLength={100} />
            <TextField
              control={control}
              name="signName"
              label={ACCESS.signName}
              maxLength={100}
              hint={ACCESS.signHint}
            />
            <TextField
              control={control}
              name="accessKeyId"
              label={ACCESS.accessKeyId}
              maxLength={200}
              autoComplete="off"
              hint={ACCESS.keyHint}
            />
            <PasswordField
              control={control}
              name="accessKeySecret"
              label={ACCESS.accessKeySecret}
              autoComplete="new-password"
              hint={channel?.hasSecret ? ACCESS.keepSecret : ACCESS.secretHint}
            />
            <TextField control={control} name="sdkAppId" label={ACCESS.sdkAppId} maxLength={50} hint={ACCESS.sdkHint} />
            <NumberField
              control={control}
              name="perDay"
              label={ACCESS.perDay}
              unit={ACCESS.perDayUnit}
              min={1}
              max={1000}
            />
            <NumberField
              control={control}
              name="price"
              label={ACCESS.price}
              unit={ACCESS.priceUnit}
              hint={ACCESS.priceHint}
              min={0}
              step={0.001}
            />
          </div>
        </>
      )}
    </FormDialog>
  )
}
