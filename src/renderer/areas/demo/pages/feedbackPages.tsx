import {
  Button,
  makeStyles,
  mergeClasses,
  MessageBar,
  MessageBarBody,
  ProgressBar,
  Skeleton,
  SkeletonItem,
  Spinner,
  Text,
  tokens,
} from '@fluentui/react-components'
import { useEffect, useState } from 'react'
import { MOCK_ACCOUNTS, type MockAbility, type MockAccount } from '#shared/mock/accounts.ts'
import { useAlert, useConfirm } from '#renderer/ui/dialogs/useConfirm.ts'
import { LoadingState } from '#renderer/ui/feedback/States.tsx'
import { useToast } from '#renderer/ui/feedback/useToast.ts'
import { Facts } from '#renderer/ui/layout/Facts.tsx'
import { DataTable } from '#renderer/ui/table/DataTable.tsx'
import type { TableColumn } from '#renderer/ui/table/types.ts'
import { type DemoContents, useMockAccount } from '../shared/demoRoutes.ts'
import { column, useDemoStyles, useSampleSave } from '../shared/kit.tsx'

const useStyles = makeStyles({
  loading: { display: 'flex', alignItems: 'center', gap: tokens.spacingHorizontalXL },
  bar: { width: '200px' },
  line: { height: '16px', marginBlockEnd: tokens.spacingVerticalS },
  figures: { display: 'flex', flexWrap: 'wrap', gap: tokens.spacingHorizontalXXL },
  figure: { display: 'grid', gap: tokens.spacingVerticalXS },
  effects: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fill, minmax(140px, 1fr))',
    gap: tokens.spacingVerticalL,
  },
  example: { display: 'grid', justifyItems: 'center', gap: tokens.spacingVerticalS, margin: 0 },
  stage: {
    display: 'grid',
    placeItems: 'center',
    width: '100%',
    height: '96px',
    border: `1px solid ${tokens.colorNeutralStroke2}`,
  },
  effect: {
    width: '32px',
    height: '32px',
    backgroundColor: tokens.colorBrandBackground,
    animationDuration: '1.2s',
    animationIterationCount: 'infinite',
    '@media (prefers-reduced-motion: reduce)': { animationDuration: '0s', animationIterationCount: 1 },
  },
  spin: {
    backgroundColor: 'transparent',
    border: `3px solid ${tokens.colorNeutralStroke2}`,
    borderTopColor: tokens.colorBrandStroke1,
    borderRadius: tokens.borderRadiusCircular,
    animationTimingFunction: 'linear',
    animationName: { to: { transform: 'rotate(360deg)' } },
  },
  pulse: {
    borderRadius: tokens.borderRadiusCircular,
    animationName: { '50%': { transform: 'scale(0.4)', opacity: 0.4 } },
  },
  flip: {
    animationName: { '50%': { transform: 'rotateX(180deg)' }, to: { transform: 'rotateX(180deg) rotateY(180deg)' } },
  },
  bounce: {
    borderRadius: tokens.borderRadiusMedium,
    animationName: { '50%': { transform: 'translateY(-24px)' } },
  },
})

const INTENTS = [
  { intent: 'info', text: '新版本已经发布，重新打开程序后生效。' },
  { intent: 'success', text: '静态页面已全部生成。' },
  { intent: 'warning', text: '有 3 篇内容等待审批超过两天。' },
  { intent: 'error', text: '同步已停止：服务器拒绝了连接。' },
] as const

function Notices() {
  const styles = useDemoStyles()
  const toast = useToast()
  const alert = useAlert()
  const confirm = useConfirm()
  return (
    <>
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
    </>
  )
}

function Loading() {
  const styles = useStyles()
  const { start } = useDemoStyles()
  const save = useSampleSave(() => '保存成功（示例）')
  const [busy, setBusy] = useState(false)
  const run = async (): Promise<void> => {
    if (busy) return
    setBusy(true)
    await save({})
    setBusy(false)
  }
  return (
    <>
      <LoadingState />
      <div className={styles.loading}>
        <Spinner label="正在生成静态页面" size="small" />
        <ProgressBar value={0.6} aria-label="进度" className={styles.bar} />
      </div>
      <Skeleton aria-label="正在加载">
        <SkeletonItem className={styles.line} />
        <SkeletonItem className={styles.line} />
      </Skeleton>
      <Button className={start} disabledFocusable={busy} onClick={() => void run()}>
        {busy ? '请稍候…' : '保存（演示等待）'}
      </Button>
    </>
  )
}

const FIGURES = [
  { title: '访问量', value: 128_430, digits: 0 },
  { title: '访客', value: 36_215, digits: 0 },
  { title: '完成率（%）', value: 98.6, digits: 1 },
]
const COUNT_UP_MS = 800
const prefersReducedMotion = (): boolean => window.matchMedia?.('(prefers-reduced-motion: reduce)').matches ?? false

/**
 * A number that counts up to its value, unless the system asks for reduced motion. Screen readers get the final value.
 */
function CountUp({ value, digits }: { value: number; digits: number }) {
  const [shown, setShown] = useState(() => (prefersReducedMotion() ? value : 0))
  useEffect(() => {
    if (prefersReducedMotion()) return
    const startedAt = performance.now()
    let frame = 0
    const step = (now: number): void => {
      const part = Math.min(1, (now - startedAt) / COUNT_UP_MS)
      setShown(value * (1 - (1 - part) ** 3))
      if (part < 1) frame = requestAnimationFrame(step)
    }
    frame = requestAnimationFrame(step)
    return () => cancelAnimationFrame(frame)
  }, [value])
  const format = (number: number): string =>
    number.toLocaleString('zh-CN', { minimumFractionDigits: digits, maximumFractionDigits: digits })
  return (
    <span role="img" aria-label={format(value)} style={{ fontVariantNumeric: 'tabular-nums' }}>
      {format(prefersReducedMotion() ? value : shown)}
    </span>
  )
}

function Count() {
  const styles = useStyles()
  const { start } = useDemoStyles()
  const [run, setRun] = useState(0)
  return (
    <>
      <div className={styles.figures}>
        {FIGURES.map(({ title, value, digits }) => (
          <div key={title} className={styles.figure}>
            <Text>{title}</Text>
            <Text size={800} weight="semibold">
              <CountUp key={run} value={value} digits={digits} />
            </Text>
          </div>
        ))}
      </div>
      <Button className={start} onClick={() => setRun(run + 1)}>
        重新播放
      </Button>
    </>
  )
}

const EFFECTS = [
  { id: 'spin', title: '旋转' },
  { id: 'pulse', title: '呼吸' },
  { id: 'flip', title: '翻转' },
  { id: 'bounce', title: '弹跳' },
] as const

function Effects() {
  const styles = useStyles()
  return (
    <div className={styles.effects}>
      {EFFECTS.map(({ id, title }) => (
        <figure key={id} className={styles.example}>
          <div className={styles.stage}>
            <div className={mergeClasses(styles.effect, styles[id])} />
          </div>
          <figcaption>{title}</figcaption>
        </figure>
      ))}
    </div>
  )
}

const ABILITIES: readonly { ability: MockAbility; title: string }[] = [
  { ability: 'read', title: '查看' },
  { ability: 'write', title: '编辑' },
  { ability: 'delete', title: '删除' },
]
const ACCOUNT_COLUMNS: readonly TableColumn<MockAccount>[] = [
  column('username', '账号'),
  { key: 'roles', title: '角色', render: (row) => row.roles.join('、') },
  { key: 'ability', title: '能力', render: (row) => row.ability.join('、') },
]

function Roles() {
  const styles = useDemoStyles()
  const { played } = useMockAccount()
  return (
    <>
      <Facts
        facts={[
          { name: '账号', value: played?.username ?? '' },
          { name: '角色', value: played?.roles.join('、') ?? '' },
          { name: '能力', value: played?.ability.join('、') ?? '' },
        ]}
      />
      <div className={styles.row}>
        {ABILITIES.map(({ ability, title }) => (
          <Button key={ability} disabled={!played?.ability.includes(ability)}>
            {title}
          </Button>
        ))}
      </div>
      <DataTable label="演示账号" columns={ACCOUNT_COLUMNS} rows={MOCK_ACCOUNTS} rowKey={(row) => row.username} />
    </>
  )
}

export const FEEDBACK_PAGES: DemoContents = {
  '/vab/roles': { text: '切换右上角的演示账号，左侧的页面和下面的按钮随角色变化。', Content: Roles },
  '/vab/notice': { text: '提示条、短消息和对话框。', Content: Notices },
  '/vab/loading': { text: '等待时的显示效果。', Content: Loading },
  '/vab/count': { text: '数字滚动到目标值；系统要求减少动画时直接显示。', Content: Count },
  '/vab/cssfx': { text: '仅用样式实现的等待动效；系统要求减少动画时静止。', Content: Effects },
}
