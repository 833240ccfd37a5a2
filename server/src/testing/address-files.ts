// Files as the Open Database of Addresses has them.
export const header =
  'latitude,longitude,source_id,id,group_id,street_no,street,str_name,str_type,str_dir,unit,city,postal_code,full_addr,' +
  'city_pcs,str_name_pcs,str_type_pcs,str_dir_pcs,csduid,csdname,pruid,provider'
const columns = header.split(',')
export const row = (values: Record<string, string>) =>
  columns
    .map((name) => values[name] ?? '')
    .map((value) => (/[",\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value))
    .join(',')

/** As a city writes it. */
export const shouted = {
  latitude: '46.81',
  longitude: '-71.21',
  id: 'a1',
  street_no: '500',
  str_name: 'SAINT-JEAN',
  str_type: 'RUE',
  city: 'QUEBEC',
  postal_code: 'G1R1P8',
  csdname: 'Québec',
  pruid: '24',
  provider: 'Ville de Québec',
}
