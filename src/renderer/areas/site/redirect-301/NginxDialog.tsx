import { Button, makeStyles, MessageBar, MessageBarBody, Text, tokens } from '@fluentui/react-components'
import { useRead } from '#renderer/data/useRead.ts'
import { PanelDialog } from '#renderer/ui/dialogs/PanelDialog.tsx'
import { ErrorState } from '#renderer/ui/feedback/States.tsx'
import { useCopy } from '#renderer/ui/feedback/useCopy.ts'

const useStyles = makeStyles({
  text: {
    border: 'none',
    resize: 'none',
    color: tokens.colorNeutralForeground1,
    padding: tokens.spacingHorizontalM,
    overflow: 'auto',
    flex: '1 1 auto',
    minHeight: 0,
    backgroundColor: tokens.colorNeutralBackground3,
    borderRadius: tokens.borderRadiusMedium,
    fontFamily: tokens.fontFamilyMonospace,
    fontSize: tokens.fontSizeBase200,
  },
})

/** The rules for an nginx that serves the static pages itself. */
export function NginxDialog({ siteId, onClose }: { siteId: number; onClose: () => void }) {
  const styles = useStyles()
  const copy = useCopy()
  const { data, error, refetch } = useRead('redirect.nginx', { id: siteId }, { quiet: true })
  return (
    <PanelDialog
      title="nginx 配置"
      size="medium"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>关闭</Button>
          <Button
            appearance="primary"
            disabled={!data || data.rules === 0}
            onClick={() => void copy('nginx 配置', data?.text ?? '')}
          >
            复制
          </Button>
        </>
      }
    >
      <MessageBar intent="info" layout="multiline">
        <MessageBarBody>
          静态页面由自己的 nginx 提供时，把下面的内容放进网站的 server 段，执行 nginx -t
          检查后重新加载。由本系统提供的网站不需要这一步。
        </MessageBarBody>
      </MessageBar>
      {!data && error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {data?.rules === 0 && <Text>还没有启用的跳转。</Text>}
      {data && data.rules > 0 && (
        <textarea className={styles.text} readOnly aria-label="配置内容" value={data.text} wrap="off" />
      )}
    </PanelDialog>
  )
}
