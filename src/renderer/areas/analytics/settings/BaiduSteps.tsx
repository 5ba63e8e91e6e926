import { Button, makeStyles, MessageBar, MessageBarBody, Text, tokens } from '@fluentui/react-components'
import { OpenRegular } from '@fluentui/react-icons'
import { useState } from 'react'
import { type AnalyticsState, baiduCode, setBaiduSite } from '#shared/contract/analytics.ts'
import { call } from '#renderer/data/client.ts'
import { showError } from '#renderer/data/errors.ts'
import { useWrite } from '#renderer/data/useWrite.ts'
import { StepList } from '#renderer/ui/dialogs/StepList.tsx'
import { TextField } from '#renderer/ui/fields/TextField.tsx'
import { useSaveForm } from '#renderer/ui/form/useSaveForm.ts'

const useStyles = makeStyles({
  form: { display: 'grid', gap: tokens.spacingVerticalL },
  actions: { display: 'flex', justifyContent: 'flex-end', gap: tokens.spacingHorizontalS },
  start: { justifySelf: 'start' },
})

interface Props {
  siteId: number
  state: AnalyticsState | null
  onClose: () => void
}

/** Setup of Baidu Tongji (C·§2): step 1 asks for an authorization code, step 2 for Baidu's site id. Step 1 is skipped once authorized. */
export function BaiduSteps({ siteId, state, onClose }: Props) {
  const styles = useStyles()
  const [currentStep, setCurrentStep] = useState(state?.isAuthorised ? 1 : 0)
  return (
    <div className={styles.form}>
      {state?.hasKeys === false && (
        <MessageBar intent="warning" layout="multiline">
          <MessageBarBody>
            服务器尚未配置百度统计应用，无法授权。请系统管理员设置 SITECRAFT_BAIDU_KEY 和 SITECRAFT_BAIDU_SECRET
            后重启服务器，或使用“本站统计”。
          </MessageBarBody>
        </MessageBar>
      )}
      <StepList titles={['授权', '站点']} at={currentStep} onGo={setCurrentStep} />
      {currentStep === 0 ? (
        <CodeStep isAuthorised={state?.isAuthorised ?? false} onDone={() => setCurrentStep(1)} />
      ) : (
        <SiteStep
          siteId={siteId}
          savedSiteId={state?.baiduSiteId ?? ''}
          onBack={() => setCurrentStep(0)}
          onDone={onClose}
        />
      )}
    </div>
  )
}

/** Opens Baidu's authorization page in the system's browser. */
const openCodePage = async (): Promise<void> => {
  try {
    const { data: url } = await call('analytics.getCodeUrl', {})
    await call('app.openExternal', { url })
  } catch (error) {
    showError(error)
  }
}

function CodeStep({ isAuthorised, onDone }: { isAuthorised: boolean; onDone: () => void }) {
  const styles = useStyles()
  const save = useWrite('analytics.getAccessToken')
  const { control, busy, submit } = useSaveForm({
    schema: baiduCode,
    values: { code: '' },
    save: save.mutateAsync,
    onClose: onDone,
  })
  return (
    <form className={styles.form} noValidate onSubmit={submit}>
      {isAuthorised && <Text>已授权。如需更换百度账号，请重新提交 CODE。</Text>}
      <TextField
        control={control}
        name="code"
        label="CODE"
        required
        hint="点击“获取 CODE”，在浏览器中登录百度统计并授权，然后粘贴页面上显示的 CODE。"
        autoFocus
      />
      <Button className={styles.start} icon={<OpenRegular />} onClick={() => void openCodePage()}>
        获取 CODE
      </Button>
      <div className={styles.actions}>
        {isAuthorised && <Button onClick={onDone}>跳过</Button>}
        <Button type="submit" appearance="primary" disabledFocusable={busy}>
          下一步
        </Button>
      </div>
    </form>
  )
}

interface SiteStepProps {
  siteId: number
  savedSiteId: string
  onBack: () => void
  onDone: () => void
}

function SiteStep({ siteId, savedSiteId, onBack, onDone }: SiteStepProps) {
  const styles = useStyles()
  const save = useWrite('analytics.setSiteId')
  const { control, busy, submit } = useSaveForm({
    schema: setBaiduSite,
    values: { baidu_site_id: savedSiteId, site_id: siteId },
    save: save.mutateAsync,
    onClose: onDone,
  })
  return (
    <form className={styles.form} noValidate onSubmit={submit}>
      <TextField
        control={control}
        name="baidu_site_id"
        label="站点 ID"
        required
        hint="百度统计“管理 - 网站列表”中，网址 siteId= 后的数字"
        autoFocus
      />
      <div className={styles.actions}>
        <Button onClick={onBack}>上一步</Button>
        <Button type="submit" appearance="primary" disabledFocusable={busy}>
          确定
        </Button>
      </div>
    </form>
  )
}
