import { Button, makeStyles, tokens } from '@fluentui/react-components'
import { SignOutRegular } from '@fluentui/react-icons'
import type { OwnSession } from '#shared/contract/security.ts'
import { SIGN_IN_METHOD_TITLES } from '#shared/domain/signInMethods.ts'
import { useRead } from '#renderer/data/useRead.ts'
import { useWrite } from '#renderer/data/useWrite.ts'
import { deviceName } from '#shared/domain/deviceName.ts'
import { useConfirm } from '#renderer/ui/dialogs/useConfirm.ts'
import { StateBadges } from '#renderer/ui/feedback/StateBadges.tsx'
import { Page, PageHeader } from '#renderer/ui/layout/Page.tsx'
import { DataTable } from '#renderer/ui/table/DataTable.tsx'
import type { TableColumn } from '#renderer/ui/table/types.ts'
import { OwnFactor } from './OwnFactor.tsx'

const TEXT = {
  title: '我的登录',
  text: '当前账号的全部登录。发现陌生的登录时，请退出该登录并修改密码。',
  here: '当前设备',
  moved: (ip: string): string => `另从 ${ip} 使用过`,
  end: '退出',
  endOthers: '退出其他登录',
  sure: '相应设备将立即退出登录，未保存的内容会丢失。',
}

const useStyles = makeStyles({
  device: { display: 'flex', alignItems: 'center', gap: tokens.spacingHorizontalS },
})

function Device({ row }: { row: OwnSession }) {
  const styles = useStyles()
  return (
    <span className={styles.device}>
      {deviceName(row.userAgent)}
      {row.current && <StateBadges badges={[{ title: TEXT.here, color: 'brand' }]} />}
    </span>
  )
}

const columnsOf = (end: (row: OwnSession) => void): TableColumn<OwnSession>[] => [
  {
    key: 'device',
    title: '设备',
    render: (row) => <Device row={row} />,
  },
  {
    key: 'ip',
    title: '登录地址',
    width: '24%',
    minWidth: 150,
    render: (row) => (row.otherIp ? `${row.ip}（${TEXT.moved(row.otherIp)}）` : row.ip),
  },
  { key: 'way', title: '方式', width: '92px', render: (row) => SIGN_IN_METHOD_TITLES[row.way] },
  { key: 'createDate', title: '登录时间', width: '168px', render: (row) => row.createDate },
  { key: 'lastUseDate', title: '最近使用', width: '168px', render: (row) => row.lastUseDate },
  {
    key: 'actions',
    title: '操作',
    width: '96px',
    align: 'end',
    render: (row) =>
      !row.current && (
        <Button size="small" appearance="subtle" icon={<SignOutRegular />} onClick={() => end(row)}>
          {TEXT.end}
        </Button>
      ),
  },
]

/** The sessions of the own account, which can be ended. */
export function OwnSignIns() {
  const read = useRead('security.ownSessions', {}, { quiet: true })
  const write = useWrite('security.endOwnSessions')
  const confirm = useConfirm()
  const end = async (id: string, title: string): Promise<void> => {
    if (await confirm({ title, text: TEXT.sure, confirmText: TEXT.end, danger: true })) write.mutate({ id })
  }
  const columns = columnsOf((row) => void end(row.id, `退出“${deviceName(row.userAgent)}”的登录`))
  const others = (read.data ?? []).some(({ current }) => !current)
  return (
    <Page>
      <PageHeader
        title={TEXT.title}
        text={TEXT.text}
        actions={
          <Button disabledFocusable={!others} onClick={() => void end('', TEXT.endOthers)}>
            {TEXT.endOthers}
          </Button>
        }
      />
      <OwnFactor />
      <DataTable label={TEXT.title} columns={columns} rows={read.data} read={read} rowKey={(row) => row.id} />
    </Page>
  )
}
