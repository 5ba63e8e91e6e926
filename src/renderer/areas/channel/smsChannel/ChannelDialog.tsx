import { makeStyles, tokens } from '@fluentui/react-components'
import { ALIYUN, type SmsChannel, smsChannelSave, TENCENT, DEFAULT_PER_DAY } from '#shared/contract/smsChannel.ts'
import { useWrite } from '#renderer/data/useWrite.ts'
import { NumberField } from '#renderer/ui/fields/NumberField.tsx'
import { PasswordField } from '#renderer/ui/fields/PasswordField.tsx'
import { RadioGroupField } from '#renderer/ui/fields/RadioGroupField.tsx'
import { TextField } from '#renderer/ui/fields/TextField.tsx'
import { FormDialog } from '#renderer/ui/form/FormDialog.tsx'
import { recordForm } from '#renderer/ui/form/recordForm.ts'

const useStyles = makeStyles({
  pairs: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fit, minmax(240px, 1fr))',
    gap: `${tokens.spacingVerticalL} ${tokens.spacingHorizontalXL}`,
    alignItems: 'start',
  },
})

/** The provider of a channel: 1 is Aliyun, other values are Tencent (C·§2). */
export const channelTypeName = (channelType: number): string => (channelType === 1 ? '阿里云' : '腾讯云')

const TYPES = [ALIYUN, TENCENT].map((value) => ({ value, title: channelTypeName(value) }))
const LABELS = {
  channelName: '通道名称',
  channelType: '通道类型',
  signName: '短信签名',
  accessKeyId: 'AccessKeyId',
  sdkAppId: 'SdkAppId',
  perDay: '每个号码每天最多',
  price: '每条单价',
}
const EMPTY_CHANNEL = {
  id: 0,
  channelName: '',
  channelType: ALIYUN,
  signName: '',
  accessKeyId: '',
  accessKeySecret: '',
  sdkAppId: '',
  perDay: DEFAULT_PER_DAY,
  price: 0,
}

interface Props {
  /** null: adds a channel. */
  channel: SmsChannel | null
  siteId: number
  onClose: () => void
}

/** Edits a channel for text messages (C·§2). */
export function ChannelDialog({ channel, siteId, onClose }: Props) {
  const styles = useStyles()
  const save = useWrite('smsChannel.save')
  return (
    <FormDialog
      title={channel ? '编辑短信通道' : '新增短信通道'}
      schema={smsChannelSave}
      {...recordForm({
        record: channel,
        empty: { ...EMPTY_CHANNEL, siteId },
        labels: LABELS,
        find: 'smsChannel.findById',
      })}
      save={save.mutateAsync}
      onClose={onClose}
    >
      {(control) => (
        <>
          <RadioGroupField control={control} name="channelType" label="通道类型" options={TYPES} />
          <div className={styles.pairs}>
            <TextField control={control} name="channelName" label="通道名称" autoFocus maxLength={100} />
            <TextField
              control={control}
              name="signName"
              label="短信签名"
              maxLength={100}
              hint="在服务商处审核通过的签名，不带“【】”"
            />
            <TextField
              control={control}
              name="accessKeyId"
              label="AccessKeyId"
              maxLength={200}
              autoComplete="off"
              hint="腾讯云填写 SecretId"
            />
            <PasswordField
              control={control}
              name="accessKeySecret"
              label="AccessKeySecret"
              autoComplete="new-password"
              hint={channel?.hasSecret ? '留空表示不修改密钥' : '腾讯云填写 SecretKey。密钥加密保存，不再显示。'}
            />
            <TextField control={control} name="sdkAppId" label="SdkAppId" maxLength={50} hint="腾讯云短信应用的编号" />
            <NumberField control={control} name="perDay" label="每个号码每天最多" unit="条" min={1} max={1000} />
            <NumberField
              control={control}
              name="price"
              label="每条单价"
              unit="元"
              hint="服务商的每条短信价格，用于发送前计算费用"
              min={0}
              step={0.001}
            />
          </div>
        </>
      )}
    </FormDialog>
  )
}
