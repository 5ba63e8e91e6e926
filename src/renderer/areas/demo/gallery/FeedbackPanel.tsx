import { Button, makeStyles, Text, tokens } from '@fluentui/react-components'
import { AppError } from '#shared/errors/index.ts'
import { CopyButton } from '#renderer/ui/feedback/CopyButton.tsx'
import { StateBadges } from '#renderer/ui/feedback/StateBadges.tsx'
import { EmptyState, ErrorState, LoadingState } from '#renderer/ui/feedback/States.tsx'
import { useToast } from '#renderer/ui/feedback/useToast.ts'
import { Card } from '#renderer/ui/layout/Card.tsx'
import { Facts } from '#renderer/ui/layout/Facts.tsx'
import { useDemoStyles } from '../shared/kit.tsx'
import { LONG_TITLE } from '../shared/samples.ts'
import { useAuthority } from '#renderer/data/useAuthority.ts'
import { SheetButtons } from '#renderer/features/sheets/SheetButtons.tsx'
import { DICTIONARY_SHEET_LIMIT_MB } from '#shared/contract/dictionary.ts'
import { can, PERMISSION } from '#shared/domain/permissions.ts'
import { MENU } from '#shared/domain/systemMenus.ts'
import { DemoLinks } from '../shared/DemoPage.tsx'
import { DEMO_ROUTES, pagePathOf } from '../shared/demoRoutes.ts'

const useStyles = makeStyles({
  groups: { display: 'grid', gap: tokens.spacingVerticalM },
  group: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fill, minmax(160px, 1fr))',
    gap: tokens.spacingHorizontalS,
  },
  link: { border: `1px solid ${tokens.colorNeutralStroke2}` },
})
const GROUPS = [...new Set(DEMO_ROUTES.map(({ group }) => group))]

/** Links to all demo pages, including the error pages, which no menu lists. */
export function PagesPanel() {
  const styles = useStyles()
  return (
    <div className={styles.groups}>
      {GROUPS.map((group) => (
        <section key={group} className={styles.group} aria-label={group}>
          <DemoLinks
            title={group}
            routes={DEMO_ROUTES.filter((each) => each.group === group && !pagePathOf(each).includes(':'))}
            className={styles.link}
          />
        </section>
      ))}
    </div>
  )
}

const DICTIONARY_SCOPE = { siteId: 0, menuId: MENU.dictionary }

/** Import and export of sheets, with the real dictionaries that all sites share. */
export function SheetPanel() {
  const styles = useDemoStyles()
  const authority = useAuthority()
  const canUseSheets = [PERMISSION.exportSheet, PERMISSION.importSheet].some((code) =>
    can(authority, { ...DICTIONARY_SCOPE, code }),
  )
  return (
    <Card title="表格导入导出">
      <Text>使用真实的字典数据：导出全部字典，导入的字典保存为各站点共用的字典。</Text>
      {!canUseSheets && <Text>没有字典的导入、导出权限，因此不显示按钮。</Text>}
      <div className={styles.row}>
        <SheetButtons
          what="字典"
          at={DICTIONARY_SCOPE}
          exports={{ operation: 'dictionary.exportSheet', input: {} }}
          imports={{
            call: { operation: 'dictionary.importSheet', input: {} },
            limitMb: DICTIONARY_SHEET_LIMIT_MB,
            template: { operation: 'dictionary.sheetTemplate', input: {} },
          }}
        />
      </div>
    </Card>
  )
}

const failure = new AppError('timeout', '服务器响应超时，请稍后重试')

/** Loading, empty and error states, toasts, badges and facts. */
export function FeedbackPanel() {
  const styles = useDemoStyles()
  const toast = useToast()
  return (
    <div className={styles.cards}>
      <Card title="正在加载">
        <LoadingState />
      </Card>
      <Card title="没有数据">
        <EmptyState title="还没有模板" text="点击“新增”，填写模板名称。" action={<Button>新增</Button>} />
      </Card>
      <Card title="加载失败">
        <ErrorState error={failure} onRetry={() => toast.info('正在重试')} />
      </Card>
      <Card title="消息">
        <div className={styles.row}>
          <Button onClick={() => toast.success('保存成功')}>成功</Button>
          <Button onClick={() => toast.error('请输入站点名称')}>错误</Button>
          <Button onClick={() => toast.warning('登录超时，请重新登录！')}>警告</Button>
          <Button onClick={() => toast.info(LONG_TITLE)}>长消息</Button>
        </div>
      </Card>
      <Card title="标记" actions={<CopyButton name="标识符" text="company" />}>
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
      <Card title="详情">
        <Facts
          facts={[
            { name: '标识符', value: 'company', copy: true },
            { name: '说明', value: LONG_TITLE },
          ]}
        />
      </Card>
    </div>
  )
}
