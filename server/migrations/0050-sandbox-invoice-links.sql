-- The sandbox's pages are on this server, whatever its address is when the link is read.
alter table invoices no force row level security;             -- the owner of the tables sees every company's, here only
update invoices set hosted_url = substring(hosted_url from '/sandbox/invoice/.*$') where hosted_url ~ '/sandbox/invoice/[^/]+$';
update invoices set pdf_url = substring(pdf_url from '/api/sandbox/invoices/.*$') where pdf_url ~ '/api/sandbox/invoices/[^/]+/pdf$';
alter table invoices force row level security;
