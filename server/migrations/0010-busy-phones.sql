-- A phone has one alert of a company on its way at a time (server/src/alerts/deliveries.ts).
create index on alert_deliveries (company_id, phone) where status = 'sending';
