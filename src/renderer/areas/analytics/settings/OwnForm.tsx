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

export const OWN_STATISTICS_TEXT = '由本服务器统计，不使用 Cookie，不保存访问者的地址。'

export const NO_DOMAIN = '这个站点还没有绑定域名：访问域名时才会统计，请先在“绑定域名”中添加。'

/** The server's own counting: on or off, and where it lies for a site on another server. Saving makes it the one shown. */
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
        {'保存后请重新生成静态页面，开启自动生成的站点会自己更新。'}
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
              ? '还没有超级管理员确认过下面的统计服务地址，网页暂不加载它的脚本。确认它是本服务器的地址后请保存。'
              : '还没有超级管理员确认过下面的统计服务地址，网页暂不加载它的脚本。请联系超级管理员确认，或清空它。'}
          </MessageBarBody>
        </MessageBar>
      )}
      <TextField
        control={control}
        name="countUrl"
        label="统计服务地址"
        hint={
          isAdmin
            ? '只在网站放在别的服务器上时填写：本服务器对外的地址，例如 https://cms.example.com。'
            : '网页会从这个地址加载脚本，只有超级管理员可以填写；其他人请留空。'
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
