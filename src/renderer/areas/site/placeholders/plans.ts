import {
  ArrowForwardRegular,
  DocumentTableRegular,
  LinkDismissRegular,
  OrganizationRegular,
  TagMultipleRegular,
} from '@fluentui/react-icons'
import type { Plan } from './Placeholder.tsx'

/** What the five screens will do that the documents leave as static text (A·§2 Other placeholders). */
export const REDIRECT_301: Plan = {
  title: '301跳转',
  icon: ArrowForwardRegular,
  purpose: '网站改版后，让旧地址永久转到新地址。',
  will: ['按站点登记旧地址和它的新地址', '批量导入、启用和停用跳转', '检查循环跳转和重复的旧地址'],
  today: '目前需要跳转时，请在网站服务器上配置。',
}
export const MENU_INFO: Plan = {
  title: '菜单信息',
  icon: DocumentTableRegular,
  purpose: '集中查看各站点菜单的设置。',
  will: ['按站点列出菜单的地址、模板和显示位置', '查看菜单的内容数量和最近更新时间'],
  today: '目前可在“栏目管理”和“频道管理”中逐个查看。',
}
export const COLUMN_TYPE: Plan = {
  title: '栏目类型',
  icon: TagMultipleRegular,
  purpose: '管理栏目可以使用的类型。',
  will: ['查看单页、列表和普通栏目三种类型的说明', '为每种类型预设模板、字段和操作权限'],
  today: '目前类型是固定的，在“栏目管理”中新增或编辑栏目时选择。',
}
export const SITE_MAP: Plan = {
  title: '网站地图',
  icon: OrganizationRegular,
  purpose: '向搜索引擎提供网站全部页面的清单。',
  will: ['按站点生成 sitemap.xml', '设置栏目是否收录以及更新频率', '查看上次生成的时间和页面数量'],
  today: '目前还不会生成网站地图。',
}
export const DEAD_LINK: Plan = {
  title: '死链',
  icon: LinkDismissRegular,
  purpose: '找出网站里打不开的链接。',
  will: ['按站点检查内容和栏目中的链接', '列出失效的链接、所在页面和发现时间', '导出清单，提交给搜索引擎'],
  today: '目前还不会检查链接。',
}
