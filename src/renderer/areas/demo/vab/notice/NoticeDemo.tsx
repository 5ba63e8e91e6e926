import { Button, makeStyles, MessageBar, MessageBarBody, tokens } from '@fluentui/react-components'
import { useAlert, useConfirm } from '#renderer/ui/dialogs/useConfirm.ts'
import { useToast } from '#renderer/ui/feedback/useToast.ts'
import { DemoPage } from '#renderer/areas/demo/shared/DemoPage.tsx'

const useStyles = makeStyles({ row: { display: 'flex', flexWrap: 'wrap', gap: tokens.spacingHorizontalS } })
const INTENTS = [
  { intent: 'info', text: '新版本已经发布，重新打开程序后生效。' },
  { intent: 'success', text: '静态页面已全部生成。' },
  { intent: 'warning', text: '有 3 篇内容等待审批超过两天。' },
  { intent: 'error', text: '同步已停止：服务器拒绝了连接。' },
] as const

/** 提示条、短消息和对话框。 */
export function NoticeDemo() {
  const styles = useStyles()
  const toast = useToast()
  const alert = useAlert()
  const confirm = useConfirm()
  return (
    <DemoPage title="公告" text="提示条、短消息和对话框。">
      {INTENTS.map(({ intent, text }) => (
        <MessageBar key={intent} intent={intent}>
          <MessageBarBody>{text}</MessageBarBody>
        </MessageBar>
      ))}
      <div className={styles.row}>
        <Button onClick={() => toast.success('保存成功')}>成功消息</Button>
        <Button onClick={() => toast.warning('磁盘空间不足 10%')}>警告消息</Button>
        <Button onClick={() => toast.error('请输入站点名称')}>错误消息</Button>
        <Button onClick={() => void alert({ title: '系统公告', text: '今晚 22:00 到 23:00 维护，期间不能发布内容。' })}>
          公告对话框
        </Button>
        <Button onClick={() => void confirm({ title: '删除公告', text: '确认删除？ 操作不可撤销！', danger: true })}>
          危险操作的确认
        </Button>
      </div>
    </DemoPage>
  )
}
