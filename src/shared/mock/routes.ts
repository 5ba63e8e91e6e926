import type { MockRole } from './accounts.ts'

/** Roles that see a route: one of these roles, or everybody except those roles. Absent: everybody. */
export type RouteRoles = readonly MockRole[] | { role: readonly MockRole[]; mode: 'except' }

/** Metadata of a route (C·§3 Route record). */
interface RouteMeta {
  title: string
  /** Name of a Remix Icon. */
  icon?: string
  badge?: string
  roles?: RouteRoles
  /** Its tab can't be closed. */
  affix?: boolean
  noKeepAlive?: boolean
  /** The menu entry to highlight while this route is open. */
  activeMenu?: string
  /** Each address of the route gets a tab of its own. */
  dynamicNewTab?: boolean
  target?: '_blank'
}

/** A route in the response of GET /router/getList. */
export interface MockRoute {
  path: string
  name: string
  component?: string
  redirect?: string
  /** Not in the menu. */
  hidden?: boolean
  /** Shown as a group even with a single child. */
  alwaysShow?: boolean
  meta: RouteMeta
  children?: readonly MockRoute[]
}

const ADMIN: RouteRoles = ['admin']

const page = (
  folder: string,
  path: string,
  name: string,
  title: string,
  icon: string,
  meta: Partial<RouteMeta> = {},
): MockRoute => ({
  path,
  name,
  component: `@/views/${folder}/${path.replace(/\/:\w+$/, '')}`,
  meta: { title, icon, roles: ADMIN, ...meta },
})
const vab = (path: string, name: string, title: string, icon: string, meta?: Partial<RouteMeta>): MockRoute =>
  page('vab', path, name, title, icon, meta)
const setting = (path: string, name: string, title: string, icon: string): MockRoute =>
  page('setting', path, name, title, icon)

const nested: MockRoute = {
  path: 'nested',
  name: 'Nested',
  component: '@/views/vab/nested',
  redirect: '/vab/nested/menu1/menu1-1',
  alwaysShow: true,
  meta: { title: '嵌套菜单', icon: 'node-tree', roles: ADMIN },
  children: [
    {
      path: 'menu1',
      name: 'Menu1',
      component: '@/views/vab/nested/menu1',
      meta: { title: '嵌套菜单 1', roles: ADMIN },
      children: [
        {
          path: 'menu1-1',
          name: 'Menu11',
          component: '@/views/vab/nested/menu1/menu1-1',
          meta: { title: '嵌套菜单 1-1', roles: ADMIN },
        },
      ],
    },
  ],
}

/** The demo components of /vab (C·§2): each has a page. */
const VAB_ROUTES: readonly MockRoute[] = [
  vab('icon', 'Icon', '图标', 'remixicon-line'),
  vab('roles', 'Roles', '角色权限', 'user-3-line', { badge: '演示' }),
  vab('table', 'Table', '表格', 'table-2', { roles: { role: ['editor'], mode: 'except' } }),
  vab('card', 'Card', '卡片', 'bank-card-line'),
  vab('list', 'List', '列表', 'list-check'),
  vab('form', 'Form', '表单', 'list-radio'),
  vab('cropper', 'Cropper', '图片裁剪', 'crop-line'),
  vab('notice', 'Notice', '公告', 'notification-3-line'),
  vab('timeline', 'Timeline', '时间线', 'time-line'),
  vab('count', 'Count', '数字滚动', 'numbers-line'),
  vab('dynamic-meta', 'DynamicMeta', '动态标题', 'price-tag-3-line'),
  vab('dynamic-segment', 'DynamicSegment', '动态路径', 'links-line'),
  {
    ...vab('dynamic-segment/:id', 'DynamicSegmentItem', '动态路径详情', 'links-line', {
      activeMenu: '/vab/dynamic-segment',
      dynamicNewTab: true,
    }),
    hidden: true,
  },
  vab('drag', 'Drag', '拖拽', 'drag-move-line'),
  vab('context-menu', 'ContextMenu', '右键菜单', 'menu-2-line'),
  vab('editor', 'Editor', '编辑器', 'edit-2-line', { noKeepAlive: true }),
  nested,
  vab('loading', 'Loading', '加载', 'loader-line'),
  vab('player', 'Player', '播放器', 'video-line'),
  vab('upload', 'Upload', '上传', 'upload-line'),
  vab('log', 'Log', '日志', 'file-list-2-line'),
  vab('cssfx', 'Cssfx', '动效', 'magic-line'),
  vab('social', 'Social', '第三方登录', 'share-line'),
  {
    path: 'https://www.w3.org/WAI/ARIA/apg/',
    name: 'ExternalLink',
    meta: { title: '外链', icon: 'external-link-line', target: '_blank', roles: ['admin', 'editor'] },
  },
  vab('iframe', 'Iframe', '内嵌页面', 'window-line'),
  vab('excel', 'Excel', '导出 Excel', 'file-excel-2-line'),
]

/** The pages of /setting (C·§2). */
const SETTING_ROUTES: readonly MockRoute[] = [
  setting('personalCenter', 'PersonalCenter', '个人中心', 'map-pin-user-line'),
  setting('userManagement', 'UserManagement', '用户管理', 'user-settings-line'),
  setting('roleManagement', 'RoleManagement', '角色管理', 'admin-line'),
  setting('departmentManagement', 'DepartmentManagement', '部门管理', 'group-line'),
  setting('menuManagement', 'MenuManagement', '菜单管理', 'menu-2-fill'),
  setting('systemLog', 'SystemLog', '系统日志', 'file-shield-2-line'),
]

/** Response of GET /router/getList: the complete tree of mock routes (C·§2 Mock and demo routes). */
export const MOCK_ROUTES: readonly MockRoute[] = [
  {
    path: '/',
    name: 'Root',
    component: 'Layout',
    redirect: '/index',
    meta: { title: '首页', icon: 'home-4-line' },
    children: [
      {
        path: 'index',
        name: 'Index',
        component: '@/views/index',
        meta: { title: '首页', icon: 'home-4-line', affix: true },
      },
    ],
  },
  {
    path: '/vab',
    name: 'Vab',
    component: 'Layout',
    redirect: '/vab/icon',
    alwaysShow: true,
    meta: { title: '组件', icon: 'code-box-line' },
    children: VAB_ROUTES,
  },
  {
    path: '/mall',
    name: 'Mall',
    component: 'Layout',
    redirect: '/mall/goods',
    meta: { title: '商城', icon: 'shopping-cart-line', roles: ADMIN },
    children: [page('mall', 'goods', 'Goods', '商品', 'shopping-bag-line')],
  },
  {
    path: '/setting',
    name: 'Setting',
    component: 'Layout',
    redirect: '/setting/personalCenter',
    meta: { title: '设置', icon: 'settings-line', roles: ADMIN },
    children: SETTING_ROUTES,
  },
  {
    path: '/error',
    name: 'Error',
    component: 'Layout',
    redirect: '/error/403',
    hidden: true,
    meta: { title: '错误页', icon: 'error-warning-line' },
    children: ['403', '404'].map((path) => ({
      path,
      name: `Error${path}`,
      component: `@/views/${path}`,
      hidden: true,
      meta: { title: path, icon: 'error-warning-line' },
    })),
  },
]

/** Whether an account with these roles sees the route. */
export function canSeeRoute(roles: readonly MockRole[], required: RouteRoles | undefined): boolean {
  if (required === undefined) return true
  if ('mode' in required) return !roles.some((role) => required.role.includes(role))
  return roles.some((role) => required.includes(role))
}
