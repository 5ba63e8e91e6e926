import { Button, makeStyles, tokens } from '@fluentui/react-components'
import { AppError } from '#shared/errors/index.ts'
import { CopyButton } from '#renderer/ui/feedback/CopyButton.tsx'
import { StateBadges } from '#renderer/ui/feedback/StateBadges.tsx'
import { EmptyState, ErrorState, LoadingState } from '#renderer/ui/feedback/States.tsx'
import { useToast } from '#renderer/ui/feedback/useToast.ts'
import { Card } from '#renderer/ui/layout/Card.tsx'
import { Facts } from '#renderer/ui/layout/Facts.tsx'
import { LONG } from '../shared/samples.ts'

const useStyles = makeStyles({
  grid: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fill, minmax(320px, 1fr))',
    gap: tokens.spacingVerticalL,
    alignItems: 'stretch',
  },
  row: { display: 'flex', flexWrap: 'wrap', gap: tokens.spacingHorizontalS },
})

const failure = new AppError('timeout', '服务器没有及时回答，请稍后再试')

/** What a screen says: states, badges, short messages. */
export function FeedbackPanel() {
  const styles = useStyles()
  const toast = useToast()
  return (
    <div className={styles.grid}>
      <Card title="正在加载">
        <LoadingState />
      </Card>
      <Card title="没有数据">
        <EmptyState title="还没有模板" text="点“新增”建立一个模板。" action={<Button>新增</Button>} />
      </Card>
      <Card title="加载失败">
        <ErrorState error={failure} onRetry={() => toast.info('正在重试')} />
      </Card>
      <Card title="消息">
        <div className={styles.row}>
          <Button onClick={() => toast.success('保存成功')}>成功</Button>
          <Button onClick={() => toast.error('请输入站点名称')}>错误</Button>
          <Button onClick={() => toast.warning('登录超时，请重新登录！')}>警告</Button>
          <Button onClick={() => toast.info(LONG)}>长消息</Button>
        </div>
      </Card>
      <Card title="标记" actions={<CopyButton name="标识" text="company" />}>
        <StateBadges
          badges={[
            { title: '启用', color: 'success' },
            { title: '停用', color: 'informative' },
            { title: '待审批', color: 'warning' },
            { title: '驳回', color: 'danger' },
            { title: '列表', color: 'brand' },
          ]}
        />
      </Card>
      <Card title="事实">
        <Facts
          facts={[
            { name: '标识', value: 'company', copy: true },
            { name: '说明', value: LONG },
          ]}
        />
      </Card>
    </div>
  )
}
