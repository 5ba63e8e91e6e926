import { makeStyles, MessageBar, MessageBarBody, Subtitle2, Text, tokens } from '@fluentui/react-components'
import { type AttachmentQuota, attachmentQuotaForm } from '#shared/contract/attachment.ts'
import { formatBytes } from '#shared/util/bytes.ts'
import { call } from '#renderer/data/client.ts'
import { useWrite } from '#renderer/data/useWrite.ts'
import { NumberField } from '#renderer/ui/fields/NumberField.tsx'
import { LoadingDialog } from '#renderer/ui/dialogs/LoadingDialog.tsx'
import { FormDialog } from '#renderer/ui/form/FormDialog.tsx'
import { useLoaded } from '#renderer/ui/form/useLoaded.ts'

const useStyles = makeStyles({
  soft: { color: tokens.colorNeutralForeground3 },
  sites: { display: 'grid', gap: tokens.spacingVerticalM, maxHeight: '40vh', overflowY: 'auto' },
})

const toForm = ({ siteMb, accountMb, sites }: AttachmentQuota) => ({
  siteMb,
  accountMb,
  sites: sites.map(({ siteId, quotaMb }) => ({ siteId, quotaMb })),
})

/** The upload quota per site and per account. Only super administrators change it; decision 016. */
export function QuotaDialog({ onClose }: { onClose: () => void }) {
  const styles = useStyles()
  // Read once: a site that is added while the dialog is open must not move the rows that are being edited.
  const { data, error, retry } = useLoaded(async () => (await call('attachment.quota', {})).data)
  const save = useWrite('attachment.saveQuota')
  if (!data) {
    return (
      <LoadingDialog
        size="small"
        title="空间配额"
        onClose={onClose}
        error={error}
        onRetry={retry}
        label="正在读取空间配额…"
      />
    )
  }
  return (
    <FormDialog
      title="空间配额"
      schema={attachmentQuotaForm}
      values={toForm(data)}
      save={save.mutateAsync}
      onClose={onClose}
    >
      {(control) => (
        <>
          <MessageBar>
            <MessageBarBody>
              上传的文件最多可以占用的空间。站点的文件计入站点，不属于任何站点的文件计入上传的账号。
            </MessageBarBody>
          </MessageBar>
          <NumberField control={control} name="siteMb" label="每个站点" unit="MB" min={0} required />
          <NumberField
            control={control}
            name="accountMb"
            label="每个账号（不属于站点的文件）"
            unit="MB"
            min={0}
            required
          />
          {data.sites.length > 0 && <Subtitle2>单独设置的站点</Subtitle2>}
          <div className={styles.sites}>
            {data.sites.map(({ siteId, title, used }, index) => (
              <NumberField
                key={siteId}
                control={control}
                name={`sites.${index}.quotaMb`}
                label={title}
                unit="MB"
                min={0}
                placeholder="与“每个站点”相同"
                hint={`已用 ${formatBytes(used)}`}
              />
            ))}
          </div>
          <Text className={styles.soft}>0 表示不限制。已经上传的文件不受影响。</Text>
        </>
      )}
    </FormDialog>
  )
}
