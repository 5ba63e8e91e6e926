import { Button, Checkbox, makeStyles, Text, tokens } from '@fluentui/react-components'
import { ArrowDownRegular, ArrowUpRegular } from '@fluentui/react-icons'
import { PanelDialog } from '#renderer/ui/dialogs/PanelDialog.tsx'
import type { CardId, HomeCards } from './useHomeCards.ts'

const useStyles = makeStyles({
  list: { listStyle: 'none', margin: 0, padding: 0, display: 'grid', gap: tokens.spacingVerticalXS },
  item: { display: 'flex', alignItems: 'center', gap: tokens.spacingHorizontalXS },
  box: { marginInlineEnd: 'auto' },
  muted: { color: tokens.colorNeutralForeground3 },
})

const CARD_TITLES = {
  tasks: '待审批',
  quick: '快捷入口',
  recent: '最近修改',
  drafts: '我的草稿',
  published: '今天发布',
  workspaces: '本地同步',
  sites: '我的站点',
  server: '服务器信息',
}

/** Chooses and orders the cards of the home page; each change is saved at once. */
export function ArrangeDialog({ cards, onClose }: { cards: HomeCards; onClose: () => void }) {
  const styles = useStyles()
  const { order, hidden, arrange, reset } = cards
  const show = (id: CardId, shown: boolean): void =>
    arrange(order, new Set(shown ? [...hidden].filter((each) => each !== id) : [...hidden, id]))
  const move = (from: number, to: number): void => {
    const next = [...order]
    const [card] = next.splice(from, 1)
    if (card) next.splice(to, 0, card)
    arrange(next, hidden)
  }
  return (
    <PanelDialog
      title="调整首页"
      size="small"
      onClose={onClose}
      footer={
        <>
          <Button onClick={reset}>恢复默认</Button>
          <Button appearance="primary" onClick={onClose}>
            完成
          </Button>
        </>
      }
    >
      <Text className={styles.muted}>选择要显示的卡片，用箭头调整顺序。设置仅对当前账号在本机生效。</Text>
      <ol className={styles.list}>
        {order.map((id, at) => (
          <li key={id} className={styles.item}>
            <Checkbox
              className={styles.box}
              label={CARD_TITLES[id]}
              checked={!hidden.has(id)}
              onChange={(_event, { checked }) => show(id, checked === true)}
            />
            <Button
              appearance="subtle"
              icon={<ArrowUpRegular />}
              aria-label={`上移 ${CARD_TITLES[id]}`}
              disabledFocusable={at === 0}
              onClick={() => move(at, at - 1)}
            />
            <Button
              appearance="subtle"
              icon={<ArrowDownRegular />}
              aria-label={`下移 ${CARD_TITLES[id]}`}
              disabledFocusable={at === order.length - 1}
              onClick={() => move(at, at + 1)}
            />
          </li>
        ))}
      </ol>
    </PanelDialog>
  )
}
