import { Button, makeStyles, MessageBar, MessageBarBody, Text, tokens } from '@fluentui/react-components'
import { type AnalyticsState, setAnalyticsSource } from '#shared/contract/analytics.ts'
import { isSuper } from '#shared/domain/permissions.ts'
import { useAuthority } from '#renderer/data/useAuthority.ts'
import { useWrite } from '#renderer/data/useWrite.ts'
import { SwitchField } from '#renderer/ui/fields/SwitchField.tsx'
import { TextField } from '#renderer/ui/fields/TextField.tsx'
import { useSaveForm } from '#renderer/ui/form/useSaveForm.ts'

const useStyles = makeStyles({
  form: { display: 'grid', gap: tokens.spacingVerticalL },
  actions: { display: 'flex', justifyContent: 'flex-end', gap: tokens.spacingHorizontalS },
})

export const OWN_STATISTICS_TEXT = '由本服务器统计，不使用 Cookie，不保存访客的 IP 地址。'

export const NO_DOMAIN = '该站点尚未绑定域名。只有通过域名的访问才会计入统计，请先在“绑定域名”中添加。'

/** Settings of the server's own statistics. Saving also makes them the source of the screen. */
export function OwnForm({ state, onClose }: { state: AnalyticsState; onClose: () => void }) {
  const styles = useStyles()
  const isAdmin = isSuper(useAuthority())
  const save = useWrite('analytics.setSource')
  const { control, busy, submit } = useSaveForm({
    schema: setAnalyticsSource,
    values: {
      siteId: state.siteId,
      source: 'own',
      isCounting: state.source === 'own' ? state.isCounting : true,
      countUrl: state.countUrl,
    },
    save: save.mutateAsync,
    onClose,
  })
  return (
    <form className={styles.form} noValidate onSubmit={submit}>
      <Text>
        {OWN_STATISTICS_TEXT}
        {'保存后请重新生成静态页面；已开启自动生成的站点会自动更新。'}
      </Text>
      {state.domain === '' && (
        <MessageBar intent="warning">
          <MessageBarBody>{NO_DOMAIN}</MessageBarBody>
        </MessageBar>
      )}
      <SwitchField control={control} name="isCounting" label="统计访问" />
      {!state.isCountUrlConfirmed && (
        <MessageBar intent="warning">
          <MessageBarBody>
            {isAdmin
              ? '统计服务地址尚未经超级管理员确认，网页暂不加载其脚本。请确认该地址属于本服务器，然后保存。'
              : '统计服务地址尚未经超级管理员确认，网页暂不加载其脚本。请联系超级管理员确认，或清空该地址。'}
          </MessageBarBody>
        </MessageBar>
      )}
      <TextField
        control={control}
        name="countUrl"
        label="统计服务地址"
        hint={
          isAdmin
            ? '网站部署在其他服务器时，填写本服务器的对外地址，例如 https://cms.example.com'
            : '网页会从该地址加载脚本，仅超级管理员可以填写，其他账号请留空。'
        }
      />
      <div className={styles.actions}>
        <Button onClick={onClose}>取消</Button>
        <Button type="submit" appearance="primary" disabledFocusable={busy}>
          确定
        </Button>
      </div>
    </form>
  )
}
