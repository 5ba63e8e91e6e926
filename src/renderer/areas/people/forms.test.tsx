import { describe } from 'vitest'
import type { Account } from '#shared/contract/accountEdit.ts'
import type { Member } from '#shared/contract/member.ts'
import type { MemberGroup } from '#shared/contract/memberGroup.ts'
import type { MemberLevel } from '#shared/contract/memberLevel.ts'
import { pageOf } from '#tests/builders/session.ts'
import type { FakeBridge } from '#tests/fakes/bridge.ts'
import { sendsWhatItShows } from '#tests/setup/forms.ts'
import { AccountDialog } from './account/AccountDialog.tsx'
import { MemberDialog } from './member/MemberDialog.tsx'
import { GroupDialog } from './memberGroup/GroupDialog.tsx'
import { LevelDialog } from './memberLevel/LevelDialog.tsx'

const close = (): void => {}
const level = (id: number, name: string) => ({ id, siteId: 5, name, note: '', startValue: id, endValue: id })

describe('members', () => {
  const group: MemberGroup = { id: 8, siteId: 5, name: '订阅', note: '刊物', members: 3, version: 4 }
  sendsWhatItShows({
    form: 'areas/people/memberGroup/GroupDialog.tsx',
    title: 'a new one',
    ui: <GroupDialog group={null} siteId={5} onClose={close} />,
    fill: {},
    operation: 'memberGroup.save',
    sends: { id: 0, siteId: 5, name: '会员组名称', note: '备注' },
  })
  sendsWhatItShows({
    form: 'areas/people/memberGroup/GroupDialog.tsx',
    ui: <GroupDialog group={group} siteId={5} onClose={close} />,
    shows: { 会员组名称: '订阅', 备注: '刊物' },
    operation: 'memberGroup.save',
    sends: { id: 8, siteId: 5, name: '订阅', note: '刊物', version: 4 },
  })

  const silver: MemberLevel = {
    id: 7,
    siteId: 5,
    name: '银卡',
    note: '老客户',
    startValue: 100,
    endValue: 199,
    members: 3,
    version: 2,
  }
  sendsWhatItShows({
    form: 'areas/people/memberLevel/LevelDialog.tsx',
    title: 'a new one',
    ui: <LevelDialog level={null} siteId={5} onClose={close} />,
    fill: {},
    operation: 'memberLevel.save',
    sends: { id: 0, siteId: 5, name: '级别名称', note: '备注', startValue: 3, endValue: 4 },
  })
  sendsWhatItShows({
    form: 'areas/people/memberLevel/LevelDialog.tsx',
    ui: <LevelDialog level={silver} siteId={5} onClose={close} />,
    shows: { 级别名称: '银卡', 备注: '老客户', 等级起始值: '100', 等级结束值: '199' },
    operation: 'memberLevel.save',
    sends: { id: 7, siteId: 5, name: '银卡', note: '老客户', startValue: 100, endValue: 199, version: 2 },
  })

  const member: Member = {
    id: 9,
    siteId: 5,
    userName: 'zhangsan',
    phone: '13812345678',
    email: 'zhang.san@example.com',
    name: '张三',
    nickName: '小三',
    birthday: '1990-02-03',
    headSculpture: '/files/a.png',
    sex: '女',
    levelId: 2,
    grade: '银卡',
    grouplist: [13],
    groupNames: ['订阅'],
    source: 'admin',
    isEnable: true,
    points: 150,
    hasPassword: true,
    isErased: false,
    version: 4,
  }
  const memberHost = (host: FakeBridge): FakeBridge =>
    host
      .on('memberGroup.page', () =>
        pageOf([
          { id: 13, siteId: 5, name: '订阅', note: '' },
          { id: 14, siteId: 5, name: '伙伴', note: '' },
        ]),
      )
      .on('memberLevel.page', () => pageOf([level(2, '银卡'), level(13, '金卡')]))
      .on('media.image', () => ({ dataUrl: '' }))
  sendsWhatItShows({
    form: 'areas/people/member/MemberDialog.tsx',
    title: 'with other values',
    ui: <MemberDialog member={member} siteId={5} onClose={close} />,
    host: memberHost,
    fill: {
      密码: 'Secret-1',
      手机号: '13900000000',
      邮箱: 'li.si@example.com',
      性别: '男',
      会员组: ['伙伴'],
      等级: '金卡',
      生日: '2001-05-06',
    },
    operation: 'member.save',
    sends: {
      id: 9,
      siteId: 5,
      userName: '账号',
      password: 'Secret-1',
      phone: '13900000000',
      email: 'li.si@example.com',
      headSculpture: '/files/a.png',
      name: '姓名',
      nickName: '昵称',
      sex: '男',
      birthday: '2001-05-06',
      groupList: [13, 14],
      points: 10,
      levelId: 13,
      version: 4,
    },
  })
  sendsWhatItShows({
    form: 'areas/people/member/MemberDialog.tsx',
    ui: <MemberDialog member={member} siteId={5} onClose={close} />,
    host: memberHost,
    shows: {
      账号: 'zhangsan',
      密码: '',
      手机号: '13812345678',
      邮箱: 'zhang.san@example.com',
      姓名: '张三',
      昵称: '小三',
      性别: '女',
      生日: '1990-02-03',
      会员组: ['订阅'],
      积分: '150',
      等级: '银卡',
    },
    operation: 'member.save',
    sends: {
      id: 9,
      siteId: 5,
      userName: 'zhangsan',
      password: '',
      phone: '13812345678',
      email: 'zhang.san@example.com',
      headSculpture: '/files/a.png',
      name: '张三',
      nickName: '小三',
      sex: '女',
      birthday: '1990-02-03',
      groupList: [13],
      points: 150,
      levelId: 2,
      version: 4,
    },
  })
})

describe('accounts', () => {
  const account: Account = {
    id: 15,
    roleIdList: [3],
    groupName: '新闻组',
    departmentId: 6,
    userName: 'lina',
    trueName: '李娜',
    employeeNumber: 'E7',
    phone: '13800000001',
    email: 'lina@example.com',
    isStatus: true,
    createDate: '',
    lastModifiedDate: '',
    lastLoginIp: '',
    loginTimes: 0,
    isLocked: false,
    mustChangePassword: false,
    hasSecondFactor: false,
    version: 4,
  }
  const groups = {
    assignable: [
      { id: 3, title: '新闻组', level: 1 },
      { id: 6, title: '产品组', level: 1 },
    ],
    visible: [],
  }
  const departments = [
    { id: 3, title: '分公司', parentId: 0, createDate: '', child: [] },
    { id: 6, title: '总部', parentId: 0, createDate: '', child: [] },
  ]
  const host = (fake: FakeBridge): FakeBridge => fake.on('department.getTree', () => departments)
  sendsWhatItShows({
    form: 'areas/people/account/AccountDialog.tsx',
    title: 'a new one',
    ui: <AccountDialog account={null} groups={groups} roleId={0} onClose={close} />,
    host,
    fill: {
      管理员组: '产品组',
      所属部门: '分公司',
      账号: 'wangwu',
      手机号: '13900000000',
      邮箱: 'wangwu@example.com',
      密码: 'Secret-1',
      确认密码: 'Secret-1',
    },
    operation: 'account.save',
    sends: {
      id: 0,
      roleIdList: [6],
      departmentId: 3,
      userName: 'wangwu',
      trueName: '姓名',
      employeeNumber: '员工编号',
      phone: '13900000000',
      email: 'wangwu@example.com',
      password: 'Secret-1',
      rePassword: 'Secret-1',
    },
  })
  sendsWhatItShows({
    form: 'areas/people/account/AccountDialog.tsx',
    ui: <AccountDialog account={account} groups={groups} roleId={3} onClose={close} />,
    host,
    shows: {
      管理员组: '新闻组',
      所属部门: '总部',
      账号: 'lina',
      姓名: '李娜',
      员工编号: 'E7',
      手机号: '13800000001',
      邮箱: 'lina@example.com',
      密码: '',
      确认密码: '',
    },
    operation: 'account.save',
    sends: {
      id: 15,
      roleIdList: [3],
      departmentId: 6,
      userName: 'lina',
      trueName: '李娜',
      employeeNumber: 'E7',
      phone: '13800000001',
      email: 'lina@example.com',
      password: '',
      rePassword: '',
      version: 4,
    },
  })
})
