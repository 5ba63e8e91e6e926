import {
  ArrowExportRegular,
  ArrowImportRegular,
  CopyRegular,
  DeleteRegular,
  GlobeRegular,
  PlayCircleRegular,
  RecordStopRegular,
  SettingsRegular,
} from '@fluentui/react-icons'
import type { Site } from '#shared/contract/site.ts'
import { SiteStatusTag } from '#renderer/features/sites/SiteStatusTag.tsx'
import { type RowAction, RowActions } from '#renderer/ui/table/RowActions.tsx'
import { SortInput } from '#renderer/ui/table/SortInput.tsx'
import { TitleCell } from '#renderer/ui/table/TitleCell.tsx'
import type { TableColumn } from '#renderer/ui/table/types.ts'
import { MANAGE_TYPES } from './siteComparison.ts'

/** The actions of a site's row. */
export interface SiteActions {
  sort: (site: Site, sort: number) => Promise<unknown>
  start: (site: Site) => void
  stop: (site: Site) => void
  settings: (site: Site) => void
  open: (site: Site) => void
  copy: (site: Site) => void
  exportSite: (site: Site) => void
  /** Opens the import of content from another program. */
  importInto: (site: Site) => void
  remove: (site: Site) => void
}

/** A·§2 Site list: sort, title, creation time, symbol, permission, status, and the actions. */
export const columnsOf = (actions: SiteActions): TableColumn<Site>[] => [
  {
    key: 'sort',
    title: '排序',
    width: '104px',
    render: (site) => (
      <SortInput value={site.sort} label={`排序 ${site.title}`} save={(sort) => actions.sort(site, sort)} />
    ),
  },
  { key: 'title', title: '站点名称', render: (site) => <TitleCell title={site.title} /> },
  { key: 'createDate', title: '创建时间', width: '172px', render: (site) => site.createDate },
  { key: 'symbol', title: '标识符', width: '18%', render: (site) => site.symbol },
  {
    key: 'manageType',
    title: '权限',
    width: '72px',
    render: (site) => MANAGE_TYPES[site.manageType] ?? String(site.manageType),
  },
  { key: 'status', title: '状态', width: '84px', render: (site) => <SiteStatusTag enabled={site.isStatus} /> },
  {
    key: 'actions',
    title: '操作',
    width: '236px',
    align: 'end',
    render: (site) => <RowActions row={site.title} actions={rowActions(site, actions)} />,
  },
]

const rowActions = (site: Site, actions: SiteActions): RowAction[] => [
  site.isStatus
    ? { title: '关闭', icon: RecordStopRegular, run: () => actions.stop(site) }
    : { title: '开启', icon: PlayCircleRegular, run: () => actions.start(site) },
  { title: '打开网站', icon: GlobeRegular, run: () => actions.open(site) },
  { title: '设置', icon: SettingsRegular, run: () => actions.settings(site) },
  { title: '复制站点', icon: CopyRegular, run: () => actions.copy(site) },
  { title: '导出站点', icon: ArrowExportRegular, run: () => actions.exportSite(site) },
  { title: '内容迁移', icon: ArrowImportRegular, run: () => actions.importInto(site) },
  { title: '删除', icon: DeleteRegular, run: () => actions.remove(site) },
]
