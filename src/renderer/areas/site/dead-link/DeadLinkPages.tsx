import { Button, makeStyles, Text, tokens } from '@fluentui/react-components'
import type { DeadLink } from '#shared/contract/deadLink.ts'
import { PanelDialog } from '#renderer/ui/dialogs/PanelDialog.tsx'
import { Facts } from '#renderer/ui/layout/Facts.tsx'
import { sourceOf } from './columns.tsx'

const useStyles = makeStyles({
  list: { margin: 0, paddingInlineStart: '20px', overflowWrap: 'anywhere' },
  line: { color: tokens.colorNeutralForeground3 },
})

/** Where a dead link stands, and what to do about it. */
export function DeadLinkPages({ row, onClose }: { row: DeadLink; onClose: () => void }) {
  const styles = useStyles()
  return (
    <PanelDialog title="死链所在页面" size="medium" onClose={onClose} footer={<Button onClick={onClose}>关闭</Button>}>
      <Facts
        facts={[
          { name: '失效的地址', value: row.address, copy: true },
          { name: '原因', value: row.reason },
          { name: '来自', value: sourceOf(row) },
          { name: '修复办法', value: remedyOf(row) },
        ]}
      />
      <Text weight="semibold">
        {row.pages > row.places.length
          ? `所在页面（前 ${row.places.length} 个，共 ${row.pages} 个）`
          : `所在页面（${row.pages} 个）`}
      </Text>
      <ul className={styles.list}>
        {row.places.map(({ page, line }) => (
          <li key={page}>
            {page} <span className={styles.line}>（第 {line} 行）</span>
          </li>
        ))}
      </ul>
    </PanelDialog>
  )
}

function remedyOf({ source, file, line, kind, canRedirect }: DeadLink): string {
  const where =
    source === 'template'
      ? `修改模板 ${file} 第 ${line} 行`
      : source === 'entry'
        ? '编辑这篇内容，改正或删除链接'
        : '检查模板中拼出这个地址的地方，或栏目的地址设置'
  if (kind === 'picture' || kind === 'file') return `${where}，或重新上传文件`
  return canRedirect ? `${where}；页面已经搬走时，可以为它添加跳转` : where
}
