import { makeStyles, MessageBar, MessageBarBody, Subtitle2, Text, tokens } from '@fluentui/react-components'
import { type AttachmentQuota, attachmentQuotaForm } from '#shared/contract/attachment.ts'
import { formatBytes } from '#shared/util/bytes.ts'
import { call } from '#renderer/data/client.ts'
import { useWrite } from '#renderer/data/useWrite.ts'
import { NumberField } from '#renderer/ui/fields/NumberField.tsx'
import { LoadingDialog } from '#renderer/ui/dialogs/LoadingDialog.tsx'
import { FormDialog } from '#renderer/ui/form/FormDialog.tsx'
import { useLoaded } from '#renderer/ui/form/useLoaded.ts'
import { QUOTA } from './text.ts'

const useStyles = makeStyles({
  soft: { color: tokens.colorNeutralForeground3 },
  sites: { display: 'grid', gap: tokens.spacingVerticalM, maxHeight: '40vh', overflowY: 'auto' },
})

const formOf = ({ siteMb, accountMb, sites }: AttachmentQuota) => ({
  siteMb,
  accountMb,
  sites: sites.map(({ siteId, quotaMb }) => ({ siteId, quotaMb })),
})

/** How much uploads may take, per site and per account. Super administrators change it; decision 016. */
export function QuotaDialog({ onClose }: { onClose: () => void }) {
  const styles = useStyles()
  // Read once: a site that is added while the dialog is open must not move the rows that are being edited.
  const { data, error, retry } = useLoaded(async () => (await call('attachment.quota', {})).data)
  const save = useWrite('attachment.saveQuota')
  if (!data) {
    return (
      <LoadingDialog
        size="small"
        title={QUOTA.title}
        onClose={onClose}
        error={error}
        onRetry={retry}
        label={QUOTA.loading}
      />
    )
  }
  return (
    <FormDialog
      title={QUOTA.title}
      schema={attachmentQuotaForm}
      values={formOf(data)}
      save={save.mutateAsync}
      onClose={onClose}
    >
      {(control) => (
        <>
          <MessageBar>
            <MessageBarBody>{QUOTA.hint}</MessageBarBody>
          </MessageBar>
          <NumberField control={control} name="siteMb" label="每个站点" unit="MB" min={0} required />
          <NumberField
            control={control}
            name="accountMb"
            label="每个账户（不属于站点的文件）"
            unit="MB"
            min={0}
            required
          />
          {data.sites.length > 0 && <Subtitle2>{QUOTA.ownTitle}</Subtitle2>}
          <div className={styles.sites}>
            {data.sites.map(({ siteId, title, used }, index) => (
              <NumberField
                key={siteId}
                control={control}
                name={`sites.${index}.quotaMb`}
                label={title}
                unit="MB"
                min={0}
                placeholder={QUOTA.asAll}
                hint={QUOTA.used(formatBytes(used))}
              />
            ))}
          </div>
          <Text className={styles.soft}>{QUOTA.zero}</Text>
        </>
      )}
    </FormDialog>
  )
}
